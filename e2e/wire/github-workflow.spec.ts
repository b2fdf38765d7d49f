import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { getChain } from '@/lib/contracts/chains'
import { listGates } from '@/lib/contracts/gates'
import { environmentOf } from '../command-line'
import type { Desk } from '../desk'
import { expect, test } from '../fixtures'
import { runBody, sendRuns } from '../runs'
import { runJob } from '../workflow'

const FILE = 'examples/github/veritas-gate.yml'

const kept = () => runBody()
/** A run that breaks its contract. */
const broken = () => runBody({ output: {} })

const times = (count: number, make: typeof kept) => Array.from({ length: count }, make)

/** Runs of a pull request name neither chain nor version: the workflow adds them. */
const evaluated = (count: number, make: typeof kept) =>
  times(count, make).map(({ chain: _chain, version: _version, ...body }) => body)

async function served(desk: Desk) {
  const { chain } = await desk.send(getChain, { chain: 'answers' })
  return chain.servedVersion
}

for (const { title, runs, ok, summary, log } of [
  {
    title: 'a worse pull request is blocked',
    runs: evaluated(8, broken),
    ok: false,
    summary: 'regressed',
    log: '::error',
  },
  { title: 'a good pull request passes', runs: evaluated(20, kept), ok: true, summary: 'not worse', log: 'Not worse' },
  {
    title: 'a pull request with too few runs passes with a warning',
    runs: evaluated(2, kept),
    ok: true,
    summary: 'too few',
    log: '::warning',
  },
]) {
  test(`${title}, and its version does not serve`, async ({ desk, baseURL }) => {
    const folder = mkdtempSync(path.join(tmpdir(), 'veritas-workflow-'))
    await sendRuns(desk, times(20, kept))
    const request = { chain: 'answers', runs, number: 7, attempt: 1 }
    const job = await runJob(FILE, folder, environmentOf(desk, baseURL), request)
    expect(job.log).toContain(log)
    expect(job.ok).toBe(ok)
    expect(job.summary).toContain('`1.1.0-pr.7.1`')
    expect(job.summary).toContain(summary)
    expect(job.comment).toContain(job.summary.trim())
    expect(await served(desk)).toBe('1.0.0')
    expect(
      (await desk.send(listGates, { state: 'pending' })).gates.filter(({ kind }) => kind === 'regression'),
    ).toEqual([])
    rmSync(folder, { recursive: true })
  })
}

test('the next push is judged by its own runs only', async ({ desk, baseURL }) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'veritas-workflow-'))
  await sendRuns(desk, times(20, kept))
  const push = (attempt: number, runs: object[]) =>
    runJob(FILE, folder, environmentOf(desk, baseURL), { chain: 'answers', runs, number: 7, attempt })
  expect((await push(1, evaluated(8, broken))).ok).toBe(false)
  expect((await push(2, evaluated(20, kept))).ok).toBe(true)
  rmSync(folder, { recursive: true })
})

test('a refused key fails the job without a verdict', async ({ desk, baseURL }) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'veritas-workflow-'))
  const env = { ...environmentOf(desk, baseURL), VERITAS_API_KEY: 'vk_wrong' }
  const job = await runJob(FILE, folder, env, { chain: 'answers', runs: evaluated(3, kept), number: 7, attempt: 1 })
  expect(job).toMatchObject({ ok: false, summary: '', comment: '' })
  expect(job.log).toContain('API key')
  rmSync(folder, { recursive: true })
})
