import { describe, expect, it } from 'vitest'
import { route } from '@/lib/http/router'
import { registry } from '@/lib/operations/registry'
import { ingest, runBody } from '@/lib/operations/testing/factories'
import { eras, makeMcpDesk, textsOf } from './testing/mcp-desk'
import { tools } from './tools'

describe('tool results are byte-identical to REST', () => {
  const inputs: [string, unknown][] = [
    ['list_runs', {}],
    ['list_runs', { limit: 1, sort: 'quality_low', flagged: false, grade: ['excellent', 'good'] }],
    ['list_runs', { limit: 'many' }],
    ['get_run', { runId: 'r-1' }],
    ['get_run', { runId: 'nobody' }],
    ['search_failures', { failureClass: ['timeout'], text: 'timed' }],
    ['list_gates', {}],
    ['export', { limit: 2 }],
    ['compare_versions', { chain: 'answers', a: 'unversioned', b: 'none' }],
    ['score_quality', { execution_result: { a: 1, b: null, c: '\u00e9\u2028' } }],
    ['quality_score_quality', { execution_result: {} }],
    ['score_quality', {}],
    ['check_completeness', { execution_result: { a: [] }, required_outputs: { required_fields: ['a', 'b'] } }],
    ['score_confidence', { signals: { self: 0.1, peer: 0.7 } }],
    ['score_confidence', { signals: { self: 2 } }],
    ['classify_failure', { message: 'HTTP 429 Too Many Requests' }],
    ['detect_regression', { prior: [{ score: 0.9 }], current: [{ score: 0.7 }] }],
    ['analyze_convergence', { scores: [0.1, 0.2, 0.30000000000000004] }],
    ['validate_output', { schema: { type: 'string' }, output: 1 }],
  ]

  it.each(inputs)('%s %j', async (name, input) => {
    const desk = await makeMcpDesk()
    await ingest(desk.project.key, [
      runBody({ id: 'r-1' }),
      runBody({ id: 'r-2', status: 'failed', nodes: [{ id: 'fetch', status: 'failed', error: 'request timed out' }] }),
    ])
    const rest = await overRest(name, input, desk.secret)
    for (const era of eras) {
      const client = await desk.connect(era)
      const result = await client.callTool({ name, arguments: input as Record<string, unknown> })
      expect(result.isError ?? false).toBe(!rest.ok)
      expect(alike(JSON.stringify(result.structuredContent))).toBe(alike(rest.body))
      if (rest.ok) expect(textsOf(result).map(({ text }) => alike(text))).toEqual([alike(rest.body)])
    }
  })
})

/** Request id and timestamps differ per answer. */
const alike = (body: string) => body.replace(/"(requestId|now)":"[^"]*"/g, '"$1":""')

/** The same call through the REST route. */
async function overRest(name: string, input: unknown, secret: string) {
  const contract = tools.find((tool) => tool.name === name)?.contract
  const operation = registry.find((candidate) => candidate.contract === contract)
  if (!contract || !operation) throw new Error(`${name} is no tool over an operation`)
  const fields = Object.entries(input as Record<string, unknown>)
  const inPath = fields
    .filter(([key]) => contract.path.includes(`{${key}}`))
    .map(([key, value]) => [key, String(value)])
  const rest = Object.fromEntries(fields.filter(([key]) => !contract.path.includes(`{${key}}`)))
  const url = new URL('http://desk.test/')
  if (contract.method === 'GET')
    for (const [key, value] of Object.entries(rest)) url.searchParams.set(key, String(value))
  const request = new Request(url, {
    method: contract.method,
    headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
    ...(contract.method === 'POST' && { body: JSON.stringify(rest) }),
  })
  const response = await route(operation)(request, Object.fromEntries(inPath))
  return { ok: response.ok, body: await response.text() }
}
