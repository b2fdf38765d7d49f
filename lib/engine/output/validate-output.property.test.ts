import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { validateOutput } from '@/lib/engine/output/validate-output'

type Shape = { type: 'number'; minimum: number } | { type: 'string'; minLength: number } | ListShape | ObjectShape
interface ListShape {
  type: 'array'
  items: Shape
}
interface ObjectShape {
  type: 'object'
  required: string[]
  properties: Record<string, Shape>
}

const names = ['a', 'b', 'two words', '0']
const leaf: fc.Arbitrary<Shape> = fc.oneof(
  fc.record({ type: fc.constant('number' as const), minimum: fc.nat(3) }),
  fc.record({ type: fc.constant('string' as const), minLength: fc.nat(3) }),
)
const { shape } = fc.letrec<{ shape: Shape }>((tie) => ({
  shape: fc.oneof(
    { maxDepth: 3 },
    leaf,
    fc.record({ type: fc.constant('array' as const), items: tie('shape') }),
    fc.record({
      type: fc.constant('object' as const),
      required: fc.subarray(names),
      properties: fc.dictionary(fc.constantFrom(...names), tie('shape'), { maxKeys: 3 }),
    }),
  ),
}))
const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.integer({ min: -1, max: 4 }),
    fc.constantFrom('', 'x', 'long enough', null, true),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom(...names), tie('value'), { maxKeys: 3 }),
  ),
}))

const isTree = (given: unknown): given is Record<string, unknown> => typeof given === 'object' && given !== null
const step = (name: string) => (/^[a-z]+$/.test(name) ? `.${name}` : `["${name}"]`)

/** Keyword and path of every error of a value, found by walking both side by side. */
function faults(given: unknown, expected: Shape, at = '$'): string[] {
  const isList = Array.isArray(given)
  if (expected.type === 'number') {
    if (typeof given !== 'number') return [`type ${at}`]
    return given < expected.minimum ? [`minimum ${at}`] : []
  }
  if (expected.type === 'string') {
    if (typeof given !== 'string') return [`type ${at}`]
    return given.length < expected.minLength ? [`minLength ${at}`] : []
  }
  if (expected.type === 'array') {
    return isList ? given.flatMap((item, index) => faults(item, expected.items, `${at}[${index}]`)) : [`type ${at}`]
  }
  if (!isTree(given) || isList) return [`type ${at}`]
  return [
    ...expected.required.filter((name) => !(name in given)).map((name) => `required ${at}${step(name)}`),
    ...Object.entries(expected.properties).flatMap(([name, inner]) =>
      name in given ? faults(given[name], inner, at + step(name)) : [],
    ),
  ]
}

describe('the stages', () => {
  it('stop at an output that violates its schema, reporting every error with its JSON path', () => {
    fc.assert(
      fc.property(shape, value, (schema, output) => {
        const expected = faults(output, schema)
        const answer = validateOutput({ schema, output, content: { minLength: 999 } })
        expect(answer.schemaValid).toBe(expected.length === 0)
        if (answer.schemaValid) return
        expect(answer).toMatchObject({ valid: false, contentValid: null, stagesRun: ['schema'] })
        expect(answer.errors.map(({ code, path }) => `${code} ${path}`).sort()).toEqual(expected.sort())
        expect(answer.errors.every(({ severity }) => severity === 'error')).toBe(true)
      }),
    )
  })

  it('never check the content with an unusable schema', () => {
    const unusable = fc.constantFrom<unknown>({ type: 'text' }, { $ref: '#/none' }, 'text', null, { pattern: '(' }, [])
    fc.assert(
      fc.property(unusable, value, (schema, output) => {
        const answer = validateOutput({ schema, output })
        expect(answer).toMatchObject({ valid: false, schemaValid: false, contentValid: null, stagesRun: ['schema'] })
        expect(answer.errors).toMatchObject([{ code: 'schema_error' }])
      }),
    )
  })
})

describe('the content', () => {
  const word = fc.constantFrom('Revenue', 'rose', 'in', 'March', 'and', 'costs', 'fell')
  const text = fc.array(word, { minLength: 1, maxLength: 30 }).map((words) => words.join(' '))

  it('has a length within its range, both ends included', () => {
    fc.assert(
      fc.property(text, fc.nat(120), fc.nat(120), (output, one, other) => {
        const content = { minLength: Math.min(one, other), maxLength: Math.max(one, other) }
        const codes = validateOutput({ schema: true, output, content }).errors.map(({ code }) => code)
        expect(codes.includes('too_short')).toBe(output.length < content.minLength)
        expect(codes.includes('too_long')).toBe(output.length > content.maxLength)
      }),
    )
  })

  it('is never valid with filler, at any position', () => {
    const filler = fc.constantFrom('TODO: write this', 'Lorem ipsum dolor sit amet.', '[placeholder]', 'TBD')
    fc.assert(
      fc.property(text, text, filler, (before, after, hole) => {
        expect(validateOutput({ schema: true, output: `${before}.\n\n${after}.` }).contentValid).toBe(true)
        expect(validateOutput({ schema: true, output: `${before}.\n\n${hole}\n\n${after}.` }).contentValid).toBe(false)
        expect(validateOutput({ schema: true, output: { summary: before, note: hole } }).contentValid).toBe(false)
      }),
    )
  })

  it('requires every section, with content, as a heading or as a key', () => {
    const sections = ['Summary', 'Findings', 'Next steps']
    fc.assert(
      fc.property(fc.subarray(sections), fc.subarray(sections), text, (present, filled, body) => {
        const output = present.map((name) => `## ${name}\n${filled.includes(name) ? body : ''}\n`).join('\n')
        const { errors } = validateOutput({ schema: true, output, content: { requiredSections: sections } })
        const of = (code: string) => errors.filter((error) => error.code === code).map(({ message }) => message)
        expect(of('missing_section')).toHaveLength(sections.length - present.length)
        expect(of('empty_section')).toHaveLength(present.filter((name) => !filled.includes(name)).length)
        const keyed = Object.fromEntries(sections.map((name) => [name.toLowerCase().replace(' ', '_'), body]))
        expect(validateOutput({ schema: true, output: keyed, content: { requiredSections: sections } }).valid).toBe(
          true,
        )
      }),
    )
  })
})
