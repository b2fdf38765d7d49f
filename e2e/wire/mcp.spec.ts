import { execFile } from 'node:child_process'
import { createServer, request as forward } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { decideGate, getGate } from '@/lib/contracts/gates'
import { expect, test } from '../fixtures'
import { runBody } from '../runs'

const CONFORMANCE = 'node_modules/@modelcontextprotocol/conformance/dist/index.js'

// The other scenarios need tools, prompts and resources named test_*, made for the suite, or capabilities that the server does not
// declare: logging, completions, resources, prompts, sessions and streams.
const applicable = ['server-initialize', 'ping', 'tools-list', 'dns-rebinding-protection']

for (const scenario of applicable)
  test(`passes the public conformance suite: ${scenario}`, async ({ desk, baseURL }) => {
    const { url, stop } = await withKey(`${baseURL}/api/mcp`, desk.key)
    const { code, output } = await runSuite(['server', '--url', url, '--scenario', scenario])
    await stop()
    expect(code, output).toBe(0)
    expect(output).toMatch(/Passed: (\d+)\/\1, 0 failed, 0 warnings/)
  })

test('an agent sends a run, asks a person about it, and receives the decision', async ({ desk, visit, baseURL }) => {
  const client = new Client({ name: 'agent', version: '1.0.0' }, { versionNegotiation: { mode: 'auto' } })
  const requestInit = { headers: { authorization: `Bearer ${desk.key}` } }
  await client.connect(new StreamableHTTPClientTransport(new URL('/api/mcp', baseURL), { requestInit }))
  expect(client.getNegotiatedProtocolVersion()).toBe('2026-07-28')
  const call = (name: string, input: Record<string, unknown>) => client.callTool({ name, arguments: input })

  await call('submit_run', runBody({ id: 'invoice-7' }))
  const asked = await call('request_review', { runId: 'invoice-7', question: 'May this go to the customer?' })
  expect(asked.structuredContent).toMatchObject({ opened: true, gate: { state: 'pending', title: 'Review invoice-7' } })
  const { gate, url } = asked.structuredContent as { gate: { id: string }; url: string }

  const page = await visit('reviewer', new URL(url).pathname)
  await expect(page.getByRole('heading', { name: 'Review invoice-7' })).toBeVisible()
  await expect(page.getByText('May this go to the customer?')).toBeVisible()

  const waiting = call('wait_for_gate', { gateId: gate.id, timeoutSeconds: 45 })
  const asReviewer = desk.as('reviewer')
  const { evidenceDigest } = await asReviewer(getGate, { gateId: gate.id })
  await asReviewer(decideGate, { gateId: gate.id, verdict: 'approved', evidenceDigest })
  expect((await waiting).structuredContent).toMatchObject({ state: 'approved', decided: true })
  await client.close()
})

/** A proxy that adds the key, which the suite cannot send. */
async function withKey(target: string, key: string): Promise<{ url: string; stop: () => Promise<void> }> {
  const server = createServer((incoming, outgoing) => {
    const headers = { ...incoming.headers, authorization: `Bearer ${key}` }
    const passed = forward(target, { method: incoming.method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(outgoing)
    })
    incoming.pipe(passed)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const stop = async () => {
    server.closeAllConnections()
    server.close()
  }
  return { url: `http://127.0.0.1:${port}/api/mcp`, stop }
}

function runSuite(args: readonly string[]): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, [CONFORMANCE, ...args], { env: { ...process.env, NO_COLOR: '1' } }, (error, out, err) =>
      resolve({ code: typeof error?.code === 'number' ? error.code : error ? 1 : 0, output: out + err }),
    )
  })
}
