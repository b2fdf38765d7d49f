import { expect, it } from 'vitest'
import { route } from '@/lib/http/router'
import { publishVersion } from '@/lib/operations/chains/publish'
import { getVersion } from '@/lib/operations/chains/version'
import { postDeadLetter } from '@/lib/operations/dead-letters/add'
import { getDeadLetter } from '@/lib/operations/dead-letters/list'
import { ingestRuns } from '@/lib/operations/ingest/ingest-runs'
import { patchRun } from '@/lib/operations/ingest/patch-run'
import { getRun } from '@/lib/operations/run-detail/get'
import { makeMcpDesk } from './testing/mcp-desk'

const ID = '1234567890123456789'
const run = (id: string) => `{
  "id": "${id}", "chain": "orders", "request": {"order": ${ID}}, "metadata": {"at": ${ID}},
  "contract": {"schema": {"type": "object", "properties": {"order": {"type": "integer", "maximum": 9223372036854775807}}}},
  "nodes": [{"id": "find", "toolCalls": [{"name": "find", "arguments": {"order": ${ID}}, "result": [${ID}]}]}],
  "output": {"order": ${ID}, "answer": "Order ${ID} is shipped."}
}`

it('a whole number beyond 2^53 is kept with all its digits, however it is sent', async () => {
  const { project, secret, post } = await makeMcpDesk()
  const send = (handler: ReturnType<typeof route>, method: string, body: string, params = {}) =>
    handler(
      new Request('http://desk.test/api/v1/runs', {
        method,
        headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
        body,
      }),
      params,
    )
  const ingest = route(ingestRuns)
  expect((await send(ingest, 'POST', run('one'))).status).toBe(200)
  expect(await (await send(ingest, 'POST', run('one'))).json()).toMatchObject({ accepted: [{ duplicate: true }] })
  await send(ingest, 'POST', `{"runs": [${run('many')}]}`)
  await post(
    `{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "submit_run", "arguments": ${run('tool')}}}`,
  )
  await send(ingest, 'POST', '{"id": "running", "chain": "orders", "status": "running"}')
  await send(route(patchRun), 'PATCH', `{"status": "completed", "output": {"order": ${ID}}}`, { runId: 'running' })
  for (const runId of ['one', 'many', 'tool'])
    expect(await getRun.run(project.key, { runId })).toMatchObject({
      request: { order: ID },
      output: { order: ID },
      metadata: { at: ID },
      nodes: [{ toolCalls: [{ arguments: { order: ID }, result: [ID] }] }],
      contract: { schema: { properties: { order: { maximum: Number('9223372036854775807') } } } },
      run: { decision: 'accept' },
      issues: [],
    })
  expect(await getRun.run(project.key, { runId: 'running' })).toMatchObject({ output: { order: ID } })
})

it('so are those of the requests of scenarios and of the arguments of failed operations', async () => {
  const { project, secret } = await makeMcpDesk()
  const send = (handler: ReturnType<typeof route>, body: string, params = {}) =>
    handler(
      new Request('http://desk.test/api/v1', {
        method: 'POST',
        headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
        body,
      }),
      params,
    )
  const task = `{"version": "1.0.0", "scenarios": [{"name": "one", "request": {"order": ${ID}}}]}`
  expect((await send(route(publishVersion), task, { chain: 'orders' })).status).toBe(200)
  expect(await getVersion.run(project.key, { chain: 'orders', version: '1.0.0' })).toMatchObject({
    version: { scenarios: [{ request: { order: ID } }] },
  })
  const failed = await send(
    route(postDeadLetter),
    `{"operation": "ship", "args": {"order": ${ID}}, "error": "timed out"}`,
  )
  const { item } = await failed.json()
  expect(await getDeadLetter.run(project.key, { deadLetterId: item.id })).toMatchObject({
    item: { args: { order: ID } },
  })
})
