import { describe, expect, it } from 'vitest'
import { makeSpan, onlyRun } from '../testing/spans'

const sourcesOf = (...spans: Record<string, unknown>[]) =>
  onlyRun([
    makeSpan({ id: '1' }),
    ...spans.map((attributes, at) => makeSpan({ id: `${at + 2}`, parent: '1', attributes })),
  ]).sources

describe('the sources of a run', () => {
  it.each([
    [
      'OpenInference’s documents',
      {
        'openinference.span.kind': 'RETRIEVER',
        'retrieval.documents.0.document.id': 'm1',
        'retrieval.documents.0.document.content': 'Reset under Security.',
        'retrieval.documents.0.document.metadata': '{"url":"https://docs.example/reset"}',
      },
      { id: 'm1', text: 'Reset under Security.', uri: 'https://docs.example/reset' },
    ],
    [
      'documents kept by a reranker',
      {
        'openinference.span.kind': 'RERANKER',
        'reranker.output_documents.0.document.content': 'Reset under Security.',
      },
      { id: 'document 1', text: 'Reset under Security.' },
    ],
    [
      'LangChain’s documents in an output',
      {
        'langfuse.observation.type': 'RETRIEVER',
        'langfuse.observation.output': '[{"page_content":"Reset under Security.","metadata":{"source":"manual"}}]',
      },
      { id: 'manual', text: 'Reset under Security.', uri: 'manual' },
    ],
    [
      'the GenAI conventions',
      {
        'gen_ai.operation.name': 'retrieval',
        'gen_ai.retrieval.documents': '[{"id":7,"content":"Reset under Security."}]',
      },
      { id: '7', text: 'Reset under Security.' },
    ],
  ])('are read from %s', (_, attributes, source) => {
    expect(sourcesOf(attributes)).toEqual([source])
  })

  it('contain each text once, and each id once', () => {
    const found = (id: string, content: string) => ({
      'openinference.span.kind': 'RETRIEVER',
      'retrieval.documents.0.document.id': id,
      'retrieval.documents.0.document.content': content,
    })
    expect(sourcesOf(found('a', 'one'), found('b', 'one'), found('a', 'two'))).toEqual([
      { id: 'a', text: 'one' },
      { id: 'a (2)', text: 'two' },
    ])
  })

  it('do not include the answers of other steps', () => {
    expect(sourcesOf({ 'openinference.span.kind': 'TOOL', 'output.value': '[{"content":"x"}]' })).toBeUndefined()
  })
})
