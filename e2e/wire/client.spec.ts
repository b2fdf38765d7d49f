import { execFile } from 'node:child_process'
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import type { APIRequestContext } from '@playwright/test'
import { listExecutions } from '@/lib/contracts/executions'
import { listRuns } from '@/lib/contracts/runs'
import { environmentOf } from '../command-line'
import { expect, test } from '../fixtures'
import { runBody } from '../runs'

const run = promisify(execFile)
const { clientPackage } = JSON.parse(readFileSync('package.json', 'utf8'))
const NPM = process.platform === 'win32' ? 'npm.cmd' : 'npm'
const TSC = path.resolve('node_modules/typescript/bin/tsc')
const EXAMPLE = path.resolve('examples/quality-loop')

/** A new npm project with only the client package of the server, installed offline. */
async function installed(request: APIRequestContext) {
  const folder = mkdtempSync(path.join(tmpdir(), 'veritas-client-'))
  const at = (...names: string[]) => path.join(folder, ...names)
  const answer = await request.get('/client.tgz')
  expect(answer.headers()['content-type']).toBe('application/gzip')
  writeFileSync(at('client.tgz'), await answer.body())
  writeFileSync(at('package.json'), JSON.stringify({ private: true, type: 'module' }))
  await run(NPM, ['install', '--offline', '--no-audit', '--no-fund', './client.tgz'], { cwd: folder })
  return { folder, at, veritas: at('node_modules/.bin/veritas'), made: at('node_modules', clientPackage) }
}

function sizeOf(folder: string): number {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  return entries.reduce((sum, entry) => sum + statSync(path.join(entry.parentPath, entry.name)).size, 0)
}

test('the client package works in an empty project', async ({ desk, request, baseURL }) => {
  const { folder, at, veritas, made } = await installed(request)
  const env = environmentOf(desk, baseURL)
  try {
    await test.step('it is small and has no dependencies', async () => {
      const manifest = JSON.parse(readFileSync(path.join(made, 'package.json'), 'utf8'))
      expect(Object.keys(manifest).filter((key) => /dependencies|scripts/i.test(key))).toEqual([])
      expect(readdirSync(at('node_modules')).filter((name) => !name.startsWith('.'))).toHaveLength(1)
      expect(sizeOf(made)).toBeLessThan(1_000_000)
    })

    await test.step('the quality loop reruns a failed run, is accepted, and its attempts are stored', async () => {
      for (const name of readdirSync(EXAMPLE)) copyFileSync(path.join(EXAMPLE, name), at(name))
      const { stdout } = await run(process.execPath, ['run.mjs'], { cwd: folder, env })
      expect(stdout).toContain('partial rerun of read, total')
      expect(stdout).toContain('accepted: the result meets the criteria')
      const { runs } = await desk.send(listRuns, {})
      expect(runs.map(({ status }) => status)).toEqual(['completed', 'failed'])
      const { executions } = await desk.send(listExecutions, {})
      expect(executions).toMatchObject([{ chain: 'order-total', attempts: [{}, {}], state: 'improving' }])
    })

    await test.step('it imports runs and gates a pull request', async () => {
      writeFileSync(at('runs.jsonl'), [runBody(), runBody()].map((body) => `${JSON.stringify(body)}\n`).join(''))
      await run(veritas, ['publish', '--chain', 'answers', '--version', '2.0.0-pr.1', '--candidate'], { env })
      const sent = await run(
        veritas,
        ['import', at('runs.jsonl'), '--chain', 'answers', '--chain-version', '2.0.0-pr.1'],
        { env },
      )
      expect(sent.stdout).toContain('2 runs accepted')
      const verdict = run(
        veritas,
        ['regression', '--chain', 'answers', '--version', '2.0.0-pr.1', '--junit', at('j.xml')],
        { env },
      )
      await expect(verdict).rejects.toMatchObject({ code: 11 })
      expect(readFileSync(at('j.xml'), 'utf8')).toContain('<testsuite')
    })

    await test.step('it serves the tools over MCP', async () => {
      const transport = new StdioClientTransport({
        command: veritas,
        args: ['mcp'],
        env: { ...process.env, VERITAS_URL: baseURL ?? '', VERITAS_API_KEY: desk.key } as Record<string, string>,
      })
      const client = new Client({ name: 'test', version: '1.0.0' })
      await client.connect(transport)
      const result = await client.callTool({
        name: 'classify_failure',
        arguments: { message: '429 Too Many Requests' },
      })
      await client.close()
      expect(result.structuredContent).toMatchObject({ failureClass: 'rate_limited' })
    })

    await test.step('its types need no other package, and check the input of a chain', async () => {
      writeFileSync(at('chain.ts'), TYPED)
      const options = [
        '--noEmit',
        '--strict',
        '--ignoreConfig',
        '--module',
        'nodenext',
        '--target',
        'es2023',
        '--types',
        '',
      ]
      await run(process.execPath, [TSC, ...options, 'chain.ts'], { cwd: folder })
    })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

const TYPED = `
import { chainNode, chainOf, connectDesk, type NodeContext, runWithQuality } from '${clientPackage}'
type Order = { order: string }
const read = chainNode('read', [], ({ request }: NodeContext<object, Order>) => request.order.length)
const total = chainNode('total', ['read'], ({ inputs }: NodeContext<{ read: number }, Order>) => inputs.read.toFixed())
const desk = connectDesk({ url: 'http://desk.test' })
const chain = chainOf([read, total])
export const outcome = runWithQuality({ desk, ...chain, criteria: {}, request: { order: 'A-17' } })
// @ts-expect-error: the chain takes an order
runWithQuality({ desk, ...chain, criteria: {}, request: { order: 17 } })
// @ts-expect-error: and has to get one
runWithQuality({ desk, ...chain, criteria: {} })
// @ts-expect-error: a node depends on what it takes
chainNode('total', ['write'], ({ inputs }: NodeContext<{ read: number }>) => inputs.read)
export const answer: Promise<{ gate: string }> = desk.ask('GET /api/v1/gates/{gateId}', { gateId: 'x' })
`
