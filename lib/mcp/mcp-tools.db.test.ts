import { describe, expect, it } from 'vitest'
import { route } from '@/lib/http/router'
import { countUse } from '@/lib/operations/rate-limit/limits'
import { ingest, runBody } from '@/lib/operations/testing/factories'
import { statelessTool } from '@/lib/operations/testing/stateless-tool'
import { eras, makeMcpDesk, textsOf } from './testing/mcp-desk'
import { tools } from './tools'

const own = tools.filter(({ isAlias }) => !isAlias)

describe.each(eras)('in revision %s', (era) => {
  it('identifies itself, lists every tool in short form, and answers a call', async () => {
    const desk = await makeMcpDesk()
    const client = await desk.connect(era)
    expect(client.getNegotiatedProtocolVersion()).toBe(era)
    expect(client.getServerVersion()).toMatchObject({ name: 'veritas', version: expect.stringMatching(/^\d+\.\d+/) })
    expect(client.getInstructions()).toMatch(/request_review[\s\S]*\/p\/[\w-]+\/runs\/\{runId\}/)
    const listed = await client.listTools()
    expect(listed.tools.map((tool) => tool.name)).toEqual(own.map((tool) => tool.name))
    for (const tool of listed.tools) {
      const { shortInputSchema, annotations, description } = own.find(({ name }) => name === tool.name) ?? {}
      expect(tool).toMatchObject({ inputSchema: shortInputSchema, description })
      expect(tool.annotations?.readOnlyHint).toBe(annotations?.readOnlyHint)
      expect(tool.outputSchema).toBeUndefined()
    }
    const sent = await client.callTool({ name: 'submit_run', arguments: runBody({ id: 'first' }) })
    expect(sent.structuredContent).toMatchObject({ accepted: [{ id: 'first', decision: 'accept' }], rejected: [] })
    const read = await client.callTool({ name: 'get_run', arguments: { runId: 'first' } })
    expect(read.structuredContent).toMatchObject({ run: { clientId: 'first' } })
  })

  it('lists full schemas and only some toolsets if the URL requests it, and still answers calls of all tools', async () => {
    const desk = await makeMcpDesk()
    const client = await desk.connect(era, { search: '?toolsets=gates,thinking&schemas=full' })
    const { tools: listed } = await client.listTools()
    const asked = own.filter(({ toolset }) => toolset === 'gates' || toolset === 'thinking')
    expect(listed.map(({ name }) => name)).toEqual(asked.map(({ name }) => name))
    for (const tool of listed) {
      const { inputSchema, outputSchema, annotations } = own.find(({ name }) => name === tool.name) ?? {}
      expect(tool).toMatchObject({ inputSchema, outputSchema, annotations })
    }
    expect((await client.callTool({ name: 'list_runs', arguments: {} })).structuredContent).toMatchObject({ runs: [] })
    // The client validates the result against the listed schema.
    expect((await client.callTool({ name: 'list_gates', arguments: {} })).structuredContent).toMatchObject({
      gates: [],
    })
    await expect(desk.connect(era, { search: '?toolsets=gates,hammers' })).rejects.toThrow()
  })

  it.each(['list_runs', 'export'])('%s lists 20 rows unless another number is asked for, and says so', async (name) => {
    const desk = await makeMcpDesk()
    await ingest(
      desk.project.key,
      Array.from({ length: 21 }, (_, at) => runBody({ id: `r-${at}` })),
    )
    const client = await desk.connect(era)
    const { tools: listed } = await client.listTools()
    const { limit } = listed.find((tool) => tool.name === name)?.inputSchema.properties ?? {}
    expect(limit).toMatchObject({ default: 20 })
    const rowsOf = async (input: object) => {
      const answer = (await client.callTool({ name, arguments: { ...input } })).structuredContent
      const { runs, rows, next } = answer as { runs?: unknown[]; rows?: unknown[]; next: string | null }
      return [(runs ?? rows)?.length, next !== null]
    }
    expect(await rowsOf({})).toEqual([20, true])
    expect(await rowsOf({ limit: 30 })).toEqual([21, false])
  })

  it('answers a tool by its second name, which is not listed', async () => {
    const client = await (await makeMcpDesk()).connect(era)
    const call = (name: string) => client.callTool({ name, arguments: { execution_result: { a: 1 } } })
    const byAlias = await call('quality_score_quality')
    expect(byAlias.structuredContent).toEqual((await call('score_quality')).structuredContent)
    expect((await client.listTools()).tools.map(({ name }) => name)).not.toContain('quality_score_quality')
  })

  it('answers a failed call with the REST error, the invalid fields and what to do next', async () => {
    const client = await (await makeMcpDesk()).connect(era)
    await client.listTools()
    const result = await client.callTool({ name: 'list_runs', arguments: { limit: 0, colour: 'red' } })
    expect(result).toMatchObject({
      isError: true,
      structuredContent: {
        error: {
          code: 'invalid_input',
          issues: expect.arrayContaining([
            expect.objectContaining({ path: 'limit' }),
            { path: 'colour', message: expect.stringMatching(/^unknown field/) },
          ]),
          requestId: expect.any(String),
        },
      },
    })
    const [{ text } = { text: '' }] = textsOf(result)
    expect(text).toContain('- limit: ')
    expect(text).toMatch(/^Next: .*veritas:\/\/tools\/list_runs/m)
    expect(text).not.toContain('stored')
    const missing = await client.callTool({ name: 'get_run', arguments: { runId: 'nobody' } })
    expect(missing).toMatchObject({ isError: true, structuredContent: { error: { code: 'not_found' } } })
  })

  it('answers an unknown tool with a protocol error', async () => {
    const client = await (await makeMcpDesk()).connect(era)
    await expect(client.callTool({ name: 'approve_gate', arguments: {} })).rejects.toMatchObject({ code: -32602 })
  })

  it('lists the tools the key may use, and refuses others like HTTP', async () => {
    const desk = await makeMcpDesk()
    for (const scope of ['read', 'write'] as const) {
      const client = await desk.connect(era, { secret: await desk.makeSecret([scope]) })
      const names = (await client.listTools()).tools.map((tool) => tool.name)
      expect(names).toEqual(own.filter(({ contract }) => contract.scope === scope).map((tool) => tool.name))
      const other = scope === 'read' ? 'submit_run' : 'list_runs'
      await expect(client.callTool({ name: other, arguments: {} })).rejects.toThrow(/403|scope/)
    }
  })

  it('counts runs against the same rate limit as REST', async () => {
    const desk = await makeMcpDesk()
    const client = await desk.connect(era)
    const key = await desk.project.key.db.apiKey.findFirstOrThrow({ where: { projectId: desk.project.project.id } })
    await exhaust('ingest', key.id)
    const result = await client.callTool({ name: 'submit_run', arguments: runBody() })
    expect(result).toMatchObject({ isError: true, structuredContent: { error: { code: 'rate_limited' } } })
    expect(textsOf(result)[0]?.text).toMatch(/Next: Call again in \d+ s/)
  })

  it('counts quality tools against the same rate limit as REST', async () => {
    const desk = await makeMcpDesk()
    const client = await desk.connect(era)
    const key = await desk.project.key.db.apiKey.findFirstOrThrow({ where: { projectId: desk.project.project.id } })
    const ask = () => client.callTool({ name: 'classify_failure', arguments: { message: 'timed out' } })
    expect((await ask()).isError ?? false).toBe(false)
    await exhaust('quality', key.id)
    expect(await ask()).toMatchObject({ isError: true, structuredContent: { error: { code: 'rate_limited' } } })
    const rest = await route(statelessTool('classify_failure'))(
      new Request('http://desk.test/api/v1/quality/classify_failure', {
        method: 'POST',
        headers: { authorization: `Bearer ${desk.secret}`, 'content-type': 'application/json' },
        body: JSON.stringify({ message: 'timed out' }),
      }),
      {},
    )
    expect(rest.status).toBe(429)
    expect(Number(rest.headers.get('retry-after'))).toBeGreaterThan(0)
  })
})

/** Uses up more than any limit in one step: call by call, a busy machine might never exceed the limit within its window. */
async function exhaust(limit: 'ingest' | 'quality', keyId: string) {
  const uses = await Promise.allSettled(Array.from({ length: 10_000 }, () => countUse(limit, keyId)))
  expect(uses.some(({ status }) => status === 'rejected')).toBe(true)
}
