import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { Client, type ClientOptions } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { describe, expect, it, onTestFinished } from 'vitest'
import { route } from '@/lib/http/router'
import { waitForGate } from '@/lib/operations/gates/get'
import { ingestRuns } from '@/lib/operations/ingest/ingest-runs'
import { getRun } from '@/lib/operations/run-detail/get'
import { listRuns } from '@/lib/operations/runs/list'
import { ingest, runBody } from '@/lib/operations/testing/factories'
import { makeRegressedChain } from '@/lib/operations/testing/regressed-chain'
import { type Era, eras, MODERN, makeMcpDesk, serve } from './testing/mcp-desk'
import { tools } from './tools'

const own = tools.filter(({ isAlias }) => !isAlias)
const COMMAND = path.resolve('bin/veritas.mjs')
const NOWHERE = 'http://127.0.0.1:1'

async function start(era: Era, url: string, apiKey: string, capabilities: ClientOptions['capabilities'] = {}) {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [COMMAND, 'mcp', '--url', url, '--api-key', apiKey],
    stderr: 'pipe',
  })
  const noted: string[] = []
  transport.stderr?.on('data', (chunk) => noted.push(String(chunk)))
  const mode = era === MODERN ? { pin: MODERN } : 'legacy'
  const client = new Client({ name: 'test', version: '1.0.0' }, { capabilities, versionNegotiation: { mode } })
  await client.connect(transport)
  onTestFinished(() => client.close())
  return { client, noted }
}

describe.each(eras)('veritas mcp in revision %s', (era) => {
  it('lists the same tools and returns the same answers as the desk', async () => {
    const { project, secret } = await makeMcpDesk()
    await ingest(project.key, [runBody({ id: 'one' }), runBody({ id: 'two' })])
    const rest = (request: Request) => route(listRuns)(request, {})
    const { origin } = await serve({ GET: rest })
    const { client } = await start(era, origin, secret)
    expect((await client.listTools()).tools.map((tool) => tool.name)).toEqual(own.map((tool) => tool.name))
    const result = await client.callTool({ name: 'list_runs', arguments: { limit: 1, sort: 'oldest', flagged: false } })
    const expected = await listRuns.run(project.key, { limit: 1, sort: 'oldest', flagged: false })
    expect(result.content).toEqual([{ type: 'text', text: JSON.stringify(expected) }])
    expect(result.structuredContent).toEqual(expected)
    expect(await client.callTool({ name: 'list_runs', arguments: { limit: 0 } })).toMatchObject({
      isError: true,
      structuredContent: { error: { code: 'invalid_input', issues: [{ path: 'limit' }] } },
    })
  })

  it('sends the person of a client that can open URLs to the gate, and ignores the content of its response', async () => {
    const chain = await makeRegressedChain()
    const { gateId } = chain
    const rest = (request: Request) => route(waitForGate)(request, { gateId })
    const { origin } = await serve({ GET: rest })
    const { secret } = await makeMcpDesk(chain)
    const { client } = await start(era, origin, secret, { elicitation: { url: {} } })
    const asked: unknown[] = []
    client.setRequestHandler('elicitation/create', async ({ params }) => {
      asked.push(params)
      return { action: 'decline' }
    })
    const result = await client.callTool({ name: 'wait_for_gate', arguments: { gateId, timeoutSeconds: 40 } })
    expect(asked).toMatchObject([{ mode: 'url', url: expect.stringContaining(`/gates/${gateId}`) }])
    expect(result.structuredContent).toMatchObject({ state: 'pending', decided: false })
  })

  it('lists its tools while the desk is unreachable, reports that on stderr, and fails each call', async () => {
    const { client, noted } = await start(era, NOWHERE, 'vk_any')
    expect((await client.listTools()).tools).toHaveLength(own.length)
    const result = await client.callTool({ name: 'list_runs', arguments: {} })
    expect(result).toMatchObject({ isError: true, structuredContent: { error: { code: 'network' } } })
    expect(noted.join('')).toContain(`veritas mcp: ${NOWHERE}: the server cannot be reached`)
  })
})

it('writes only protocol messages to stdout, and exits with 0 when its input ends', async () => {
  const server = spawn(process.execPath, [COMMAND, 'mcp', '--url', NOWHERE, '--api-key', 'vk_any'])
  const written: string[] = []
  server.stdout.on('data', (chunk) => written.push(String(chunk)))
  const ping = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'list_gates', arguments: {} } }
  server.stdin.write(`${JSON.stringify(ping)}\n`)
  await once(server.stdout, 'data')
  server.stdin.end()
  expect(await once(server, 'exit')).toEqual([0, null])
  const lines = written.join('').trim().split('\n')
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ jsonrpc: '2.0', id: 1, result: { isError: true } }])
})

it('does not start without a key', async () => {
  const server = spawn(process.execPath, [COMMAND, 'mcp', '--url', NOWHERE, '--api-key', ''])
  const noted: string[] = []
  server.stderr.on('data', (chunk) => noted.push(String(chunk)))
  expect(await once(server, 'exit')).toEqual([4, null])
  expect(noted.join('')).toContain('no API key')
})

it('veritas mcp keeps a whole number beyond 2^53 with all its digits', async () => {
  const { project, secret } = await makeMcpDesk()
  const rest = (request: Request) => route(ingestRuns)(request, {})
  const { origin } = await serve({ POST: rest })
  const child = spawn(process.execPath, [COMMAND, 'mcp', '--url', origin, '--api-key', secret], {
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  onTestFinished(async () => {
    child.stdin.end()
    await once(child, 'exit')
  })
  const run = '{"id": "large", "chain": "orders", "output": {"order": 1234567890123456789, "page": 2}}'
  const init = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1.0.0' } }
  child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params: init })}\n`)
  child.stdin.write(`{"jsonrpc": "2.0", "method": "notifications/initialized"}\n`)
  child.stdin.write(`{"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": {"name": "submit_run", "argum`)
  child.stdin.write(`ents": ${run}}}\n`)
  for await (const line of createInterface(child.stdout)) if (JSON.parse(line).id === 2) break
  const { runs } = await listRuns.run(project.key, {})
  const { output } = await getRun.run(project.key, { runId: runs[0]?.id ?? '' })
  expect(output).toEqual({ order: '1234567890123456789', page: 2 })
})
