import { describe, expect, it } from 'vitest'
import { readAllDocuments, readDocuments } from './documents'

const read = (value: unknown) => readDocuments(value)[0]

describe('retrieved documents', () => {
  it.each([
    ['a text', 'The sky is blue.', { text: 'The sky is blue.' }],
    [
      'Langfuse and OpenInference',
      { id: 'd1', content: 'Blue.', score: 0.8, metadata: { title: 'Sky', url: 'https://sky.test' } },
      { id: 'd1', title: 'Sky', text: 'Blue.', uri: 'https://sky.test', score: 0.8 },
    ],
    [
      'LangChain, whose metadata may be JSON text',
      { page_content: 'Blue.', metadata: '{"source":"sky.md","relevance_score":0.5}' },
      { id: 'sky.md', text: 'Blue.', uri: 'sky.md', score: 0.5 },
    ],
    [
      'LangChain as serialised',
      { lc: 1, type: 'constructor', kwargs: { page_content: 'Blue.', metadata: { heading: 'Sky' } } },
      { id: undefined, title: 'Sky', text: 'Blue.' },
    ],
    ['LlamaIndex', { node: { text: 'Blue.', doc_id: 'd2' }, score: 0 }, { id: 'd2', text: 'Blue.', score: 0 }],
  ])('of %s have their text, and what is said about it', (_, item, expected) => {
    expect(read([item])).toMatchObject(expected)
  })

  it.each(['documents', 'docs', 'results', 'nodes', 'output'])(
    'are found in an answer that wraps them as %s',
    (key) => {
      expect(read({ [key]: [{ content: 'Blue.' }] })).toMatchObject({ text: 'Blue.' })
    },
  )

  it('leave out what has no text', () => {
    expect(readDocuments([null, 7, '', '  ', {}, { content: '' }, { node: {} }, { content: 'Blue.' }])).toHaveLength(1)
    expect(readDocuments('The sky is blue.')).toEqual([])
    expect(readDocuments(null)).toEqual([])
  })
})

describe('a value that is shown as documents', () => {
  it('consists of nothing else', () => {
    const list = [{ content: 'Blue.' }, { content: 'Grey.' }]
    expect(readAllDocuments(list)).toHaveLength(2)
    expect(readAllDocuments({ documents: list })).toHaveLength(2)
  })

  it.each([
    ['an answer with more than the list', { documents: [{ content: 'Blue.' }], total: 9 }],
    ['a list with an item that has no text', [{ content: 'Blue.' }, { total: 9 }]],
    ['a list of texts', ['Blue.']],
    ['an empty list', []],
    ['a text', 'Blue.'],
  ])('is not %s, which would lose something or is shown better', (_, value) => {
    expect(readAllDocuments(value)).toBeNull()
  })
})
