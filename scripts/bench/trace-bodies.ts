/** The steps of an agent: what it does, and what OpenTelemetry's conventions call it. */
const steps = [
  { name: 'chat plan', operation: 'chat' },
  { name: 'execute_tool search_orders', operation: 'execute_tool', tool: 'search_orders' },
  { name: 'execute_tool read_policy', operation: 'execute_tool', tool: 'read_policy' },
  { name: 'chat draft', operation: 'chat' },
  { name: 'chat check', operation: 'chat' },
] as const

const STEP_MS = 700

/** An OTLP export request of one trace, whose id is that of its run, and the number of steps that the run has. */
type TraceBody = { traceId: string; steps: number; request: object }

/**
 * Makes OTLP export requests (JSON) of one whole trace each: an agent with five steps, as OpenTelemetry's GenAI conventions name them.
 * `random` yields numbers in [0, 1): the same source gives the same ids and texts. The traces began a minute before `now`.
 */
export function traceBodyMaker(random: () => number, now: Date): () => TraceBody {
  const hex = (digits: number) => Array.from({ length: digits }, () => Math.floor(random() * 16).toString(16)).join('')
  const nano = (ms: number) => String(BigInt(Math.round(ms)) * 1_000_000n)
  return () => {
    const [traceId, rootId] = [hex(32), hex(16)]
    const start = now.getTime() - 60_000
    const order = `order ${Math.floor(random() * 1e6)}`
    const span = (
      spanId: string,
      name: string,
      from: number,
      to: number,
      attributes: Record<string, string | number>,
    ) => ({
      traceId,
      spanId,
      ...(spanId !== rootId && { parentSpanId: rootId }),
      name,
      startTimeUnixNano: nano(from),
      endTimeUnixNano: nano(to),
      attributes: Object.entries(attributes).map(([key, value]) => ({
        key,
        value: typeof value === 'number' ? { intValue: String(value) } : { stringValue: value },
      })),
    })
    const root = span(rootId, 'invoke_agent returns', start, start + (steps.length + 1) * STEP_MS, {
      'gen_ai.operation.name': 'invoke_agent',
      'gen_ai.agent.name': 'returns',
      'input.value': `May the customer return ${order}?`,
      'output.value': `Yes: ${order} was delivered within the last ${1 + Math.floor(random() * 30)} days.`,
    })
    const spans = steps.map((step, place) =>
      span(hex(16), step.name, start + place * STEP_MS, start + (place + 1) * STEP_MS, {
        'gen_ai.operation.name': step.operation,
        ...('tool' in step
          ? { 'gen_ai.tool.name': step.tool, 'gen_ai.tool.call.result': `found ${order}` }
          : {
              'gen_ai.request.model': 'example-large',
              'gen_ai.usage.input_tokens': 400 + Math.floor(random() * 900),
              'gen_ai.usage.output_tokens': 90 + Math.floor(random() * 400),
              'output.value': `Step ${place + 1} of ${order} is done.`,
            }),
      }),
    )
    const resource = { attributes: [{ key: 'service.name', value: { stringValue: 'shop' } }] }
    const request = { resourceSpans: [{ resource, scopeSpans: [{ spans: [root, ...spans] }] }] }
    return { traceId, steps: spans.length, request }
  }
}
