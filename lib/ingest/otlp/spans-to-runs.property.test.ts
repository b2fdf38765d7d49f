import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runInput } from '@/lib/contracts/run-input'
import { decodeAll, makeSpan } from '../testing/spans'
import { spansToRuns } from './spans-to-runs'

const digit = fc.constantFrom(...'0123456789')
const time = fc.integer({ min: 0, max: 20 })
const span = fc
  .record({
    id: digit,
    parent: fc.option(digit, { nil: undefined }),
    ms: fc.option(fc.tuple(time, time), { nil: undefined }),
    name: fc.string(),
    attributes: fc.dictionary(
      fc.constantFrom(
        'openinference.span.kind',
        'tool.name',
        'output.value',
        'llm.token_count.prompt',
        'gen_ai.agent.name',
        'error.type',
        'llm.output_messages.0.message.tool_calls.0.tool_call.function.name',
      ),
      fc.oneof(fc.constantFrom('LLM', 'TOOL', '{"a":[1]}', '12'), fc.string(), fc.integer(), fc.jsonValue()),
    ),
  })
  .map(({ parent, ms, ...rest }) =>
    makeSpan({ ...rest, ...(parent !== undefined && { parent }), ...(ms !== undefined && { ms }) }),
  )

const countLost = (lost: readonly { count: number }[]) => lost.reduce((sum, { count }) => sum + count, 0)

describe('arbitrary spans', () => {
  it('become runs that the server accepts, in any order, with no span lost silently', () => {
    fc.assert(
      fc.property(fc.uniqueArray(span, { selector: ({ spanId }) => spanId }), (spans) => {
        const { runs, lost } = spansToRuns(spans)
        for (const run of runs) runInput.parse(JSON.parse(JSON.stringify(run)))
        expect(spansToRuns(spans.toReversed())).toEqual({ runs, lost })
        const sent = new Set(spans.map(({ spanId }) => spanId))
        const held = new Set(
          runs.flatMap(({ metadata, nodes = [] }) => {
            const { rootSpanId, folded = {} } = otlpOf(metadata)
            return [rootSpanId, ...nodes.map(({ id }) => id), ...Object.keys(folded)]
          }),
        )
        expect([...held].filter((id) => sent.has(String(id))).length + countLost(lost)).toBe(spans.length)
      }),
    )
  })

  it('as arbitrary bytes never make the decoder throw', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        expect(decodeAll(bytes, 'application/x-protobuf')).toHaveProperty('ok')
      }),
    )
  })
})

function otlpOf(metadata: Record<string, unknown> | undefined): { rootSpanId?: unknown; folded?: object } {
  const otlp = metadata?.otlp
  return typeof otlp === 'object' && otlp !== null ? otlp : {}
}
