import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { EngineInputError } from '@/lib/engine/input-error'
import { validateOutput } from '@/lib/engine/output/validate-output'
import type { ContentRules } from './validate-content'

/** `code path` of every error of a text or object that its schema accepts. */
function contentErrors(output: unknown, content?: ContentRules) {
  return validateOutput({ schema: true, output, content }).errors.map(({ code, path }) => `${code} ${path}`)
}

describe('stages', () => {
  it('rejects a schema-invalid output with all errors and does not check its content', () => {
    const schema = {
      type: 'object',
      required: ['status', 'items'],
      properties: { items: { type: 'array', minItems: 1 }, score: { type: 'number', maximum: 1 } },
    }
    const verdict = validateOutput({ schema, output: { items: [], score: 1.5, note: 'TODO' } })
    expect(verdict).toMatchObject({ valid: false, schemaValid: false, contentValid: null, stagesRun: ['schema'] })
    expect(verdict.errors.map(({ path }) => path).sort()).toEqual(['$.items', '$.score', '$.status'])
  })

  it('never passes with an unusable schema', () => {
    expect(validateOutput({ schema: { type: 'text' }, output: 'fine' })).toMatchObject({
      valid: false,
      schemaValid: false,
      errors: [{ code: 'schema_error', path: '$', severity: 'error' }],
    })
  })

  it('runs both stages on a valid output', () => {
    expect(validateOutput({ schema: { type: 'string' }, output: 'All is well.' })).toEqual({
      valid: true,
      schemaValid: true,
      contentValid: true,
      stagesRun: ['schema', 'content'],
      errors: [],
    })
  })

  it('points into the output', () => {
    const output = { parts: [{ body: 'fine' }, { body: 'TODO: fill in later' }] }
    expect(contentErrors(output)).toEqual(['filler $.parts[1].body'])
  })
})

describe('filler', () => {
  it.each([
    'TODO: fill in later',
    'The date is TBD',
    '- TODO write this',
    'Price: [TBD]',
    'Lorem ipsum dolor sit amet',
    'Dear [Name], thanks',
    'Write to [insert address here]',
    'Hello {{customer_name}}',
    'Your text goes here',
    '...',
    'tbd',
  ])('%s', (output) => {
    expect(contentErrors(output)).toEqual(['filler $'])
  })

  it.each([
    'We removed three TODO comments.',
    'My TODO app works.',
    'See [name](https://example.com) and list[name].',
    'Use `{{name}}` and `// TODO` there.',
    '```\n// TODO: refactor\n```',
    'The <title> element holds the title.',
    'none',
    'Wait... what?',
  ])('none in: %s', (output) => {
    expect(contentErrors(output)).toEqual([])
  })

  it('is not searched for in code', () => {
    expect(contentErrors({ source_code: '// TODO: tidy\nrun()', template: 'Hi {{name}}' })).toEqual([])
  })
})

describe('emptiness', () => {
  it.each(['', '  \n', null, [], {}, { a: '', b: [null] }])('%j has no content', (output) => {
    expect(contentErrors(output)).toEqual(['empty_content $'])
  })

  it.each([0, false, { count: 0 }, { a: '', b: [false] }])('%j has content', (output) => {
    expect(contentErrors(output)).toEqual([])
  })
})

describe('length and prohibited words', () => {
  it.each([
    ['12345', { minLength: 5, maxLength: 5 }, []],
    ['1234', { minLength: 5 }, ['too_short $']],
    ['123456', { maxLength: 5 }, ['too_long $']],
    ['👍👍', { minLength: 2, maxLength: 2 }, []],
    [{ a: '123', b: ['456'] }, { minLength: 6 }, []],
    ['We guarantee success', { prohibited: ['guarantee'] }, ['prohibited $']],
    ['We GUARANTEE success', { prohibited: ['guarantee'] }, ['prohibited $']],
    ['guaranteed', { prohibited: ['guarantee'] }, []],
    ['garantie\u0301 a\u0300 vie', { prohibited: ['garanti\u00e9'] }, ['prohibited $']],
    ['a (b) c', { prohibited: ['(b)', ' '] }, ['prohibited $']],
  ])('%j with %j', (output, rules, errors) => {
    expect(contentErrors(output, rules)).toEqual(errors)
  })

  it.each([{ minLength: -1 }, { maxLength: 1.5 }, { minLength: 5, maxLength: 4 }])(
    'rejects the rules %j',
    (content) => {
      expect(() => validateOutput({ schema: true, output: 'x', content })).toThrow(EngineInputError)
    },
  )
})

describe('required sections', () => {
  it.each([
    ['# Summary\nIt works.', []],
    ['## 1. Summary\n\n### Detail\nIt works.', []],
    ['**Summary**\nIt works.', []],
    ['Summary: it works.', []],
    [{ summary: 'It works.' }, []],
    [{ text: 'Intro.\n\nSUMMARY:\nIt works.' }, []],
    ['It works, in summary.', ['missing_section $']],
    ['# Summary\n\n# Next\nMore.', ['empty_section $']],
    [{ summary: ' ', other: 'x' }, ['empty_section $']],
  ])('%j', (output, errors) => {
    expect(contentErrors(output, { requiredSections: ['Summary'] })).toEqual(errors)
  })

  it('recognizes letters whose accents are written apart', () => {
    expect(contentErrors('# Re\u0301sume\u0301\nIt works.', { requiredSections: ['R\u00e9sum\u00e9'] })).toEqual([])
  })

  it('recognizes keys in any spelling', () => {
    expect(
      contentErrors({ keyFindings: ['x'], next_steps: 'y' }, { requiredSections: ['Key findings', 'Next Steps'] }),
    ).toEqual([])
  })
})

describe('references', () => {
  it.each([
    ['It works [3].\n\n## References\n[1] A\n[2] B', true],
    ['It works [2].\n\n## References\n1. A\n2. B', false],
    ['It works [3].', false],
    ['It works[^1].', true],
    ['It works[^1].\n\n[^1]: because', false],
    ['See [the docs][docs].', true],
    ['See [the docs][docs].\n\n[docs]: https://example.com', false],
    ['See [below](#more-detail).\n\n## More detail\nHere.', false],
    ['See [below](#elsewhere).\n\n## More detail\nHere.', true],
    ['Take `a[3]` and matrix[1][2].', false],
  ])('%j dangles: %s', (output, dangles) => {
    expect(contentErrors(output)).toEqual(dangles ? ['dangling_reference $'] : [])
  })
})

describe('two members of one object', () => {
  const found = (output: unknown) =>
    validateOutput({ schema: {}, output }).errors.map(({ code, path, message }) => ({ code, path, message }))

  it.each([
    [{ summary: 'The API has 5 endpoints.', detail: 'All went well. The API has 7 endpoints.' }, '$.detail'],
    [{ a: { answer: 'The cache is enabled.', note: 'The cache is disabled.' } }, '$.a.note'],
    [[{ answer: 'The export supports CSV.', note: 'The export does not support CSV.' }], '$[0].note'],
  ])('may not contradict each other: %j', (output, path) => {
    const message = expect.stringContaining('Elsewhere it says')
    expect(found(output)).toEqual([{ code: 'contradiction', path, message }])
  })

  it.each([
    [{ before: 'The cache is enabled.', after: 'The cache is disabled.' }],
    [{ option1: 'The plan costs 5 dollars.', option2: 'The plan costs 7 dollars.' }],
    [{ plan_a: 'The plan costs 5 dollars.', plan_b: 'The plan costs 7 dollars.' }],
    [[{ text: 'The cache is enabled.' }, { text: 'The cache is disabled.' }]],
    [{ one: { text: 'The cache is enabled.' }, two: { text: 'The cache is disabled.' } }],
    [{ claims: ['The cache is enabled.', 'The cache is disabled.'] }],
    [{ question: 'The cache is enabled.', answer: 'The cache is disabled.' }],
    [{ summary: 'The API has 5 endpoints.', detail: 'The API has 5 endpoints and 7 tables.' }],
  ])('may differ where they tell of different things: %j', (output) => {
    expect(found(output)).toEqual([])
  })

  it('are reported once for a contradiction within one of them', () => {
    expect(found({ note: 'The cache is enabled. The cache is disabled.', other: 'It is warm.' })).toHaveLength(1)
  })
})

it('is invalid with a contradiction in the content', () => {
  const verdict = validateOutput({ schema: true, output: 'The API has 5 endpoints. Fine. The API has 7 endpoints.' })
  expect(verdict).toMatchObject({
    valid: false,
    schemaValid: true,
    contentValid: false,
    errors: [{ code: 'contradiction', path: '$' }],
  })
})

it('handles any JSON value, and is valid exactly without errors', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 4 }), (output) => {
      const { valid, errors } = validateOutput({ schema: true, output })
      expect(valid).toBe(errors.length === 0)
    }),
  )
})

it.each([
  [{ minLength: -1 }, [{ path: 'content.minLength', message: 'must be a whole number from 0' }]],
  [{ maxLength: 2.5 }, [{ path: 'content.maxLength', message: 'must be a whole number from 0' }]],
  [{ minLength: 9, maxLength: 8 }, [{ path: 'content.minLength', message: 'must not be above maxLength' }]],
])('limits of length that nothing can meet are refused by name: %j', (content, issues) => {
  expect(() => validateOutput({ schema: {}, output: 'text', content })).toThrow(expect.objectContaining({ issues }))
})

it('a least length of 0 asks nothing', () => {
  expect(validateOutput({ schema: {}, output: 'text', content: { minLength: 0 } }).valid).toBe(true)
})
