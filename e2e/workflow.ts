import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { parseYaml } from '@redocly/openapi-core'
import { z } from 'zod'
import { VERITAS } from './command-line'

const step = z.object({
  name: z.string().optional(),
  id: z.string().optional(),
  run: z.string().optional(),
  env: z.record(z.string(), z.string()).default({}),
})
const workflow = z.object({ jobs: z.object({ quality: z.object({ steps: z.array(step) }) }) })

type PullRequest = {
  chain: string
  /** The runs that the chain produces in this pull request, one per line. */
  runs: readonly object[]
  number: number
  attempt: number
}
type JobResult = { ok: boolean; log: string; summary: string; comment: string }

/** Replacements for the commands that the steps call besides `veritas`: npm and GitHub's CLI. */
const STAND_INS = {
  veritas: `exec "${process.execPath}" "${VERITAS}" "$@"`,
  npm: 'case "$1" in run) cp "$EVALUATED" runs.jsonl ;; esac',
  gh: 'for last; do :; done; case "$*" in *PATCH* | *POST*) cp "$(echo "$last" | cut -d @ -f 2)" posted.md ;; esac',
}

/**
 * Runs the scripts of a workflow's job in order, each with `bash -e` as GitHub's runner does, with its files for variables, outputs and the
 * summary. A failing step ends the job.
 */
export async function runJob(
  file: string,
  folder: string,
  desk: NodeJS.ProcessEnv,
  request: PullRequest,
): Promise<JobResult> {
  const { steps } = workflow.parse(parseYaml(readFileSync(file, 'utf8'))).jobs.quality
  const at = (name: string) => path.join(folder, name)
  mkdirSync(at('bin'), { recursive: true })
  for (const [name, script] of Object.entries(STAND_INS)) {
    writeFileSync(at(`bin/${name}`), `#!/bin/bash\n${script}\n`)
    chmodSync(at(`bin/${name}`), 0o755)
  }
  writeFileSync(at('package.json'), JSON.stringify({ version: '1.1.0' }))
  writeFileSync(at('evaluated.jsonl'), request.runs.map((run) => `${JSON.stringify(run)}\n`).join(''))
  const files = { GITHUB_ENV: at('env'), GITHUB_OUTPUT: at('output'), GITHUB_STEP_SUMMARY: at('summary') }
  for (const name of Object.values(files)) writeFileSync(name, '')

  let log = ''
  const outputs: Record<string, Record<string, string>> = {}
  for (const { run, id, env } of steps) {
    if (run === undefined) continue
    writeFileSync(files.GITHUB_OUTPUT, '')
    const { status, output } = await runScript(run, folder, {
      ...desk,
      ...files,
      ...assignments(readFileSync(files.GITHUB_ENV, 'utf8')),
      ...Object.fromEntries(Object.entries(env).map(([name, value]) => [name, resolve(value, outputs, request)])),
      PATH: `${at('bin')}:${process.env.PATH}`,
      EVALUATED: at('evaluated.jsonl'),
      CHAIN: request.chain,
      GITHUB_REPOSITORY: 'acme/answers',
      GITHUB_RUN_NUMBER: String(request.attempt),
    })
    log += output
    if (id !== undefined) outputs[id] = assignments(readFileSync(files.GITHUB_OUTPUT, 'utf8'))
    if (status !== 0) return { ok: false, log, ...written(files.GITHUB_STEP_SUMMARY, at('posted.md')) }
  }
  return { ok: true, log, ...written(files.GITHUB_STEP_SUMMARY, at('posted.md')) }
}

async function runScript(script: string, cwd: string, env: NodeJS.ProcessEnv) {
  const child = spawn('bash', ['-e', '-c', script], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (part) => {
      output += part
    })
  const [status] = await once(child, 'close')
  return { status, output }
}

/** Resolves the few expressions that the steps use. */
function resolve(value: string, outputs: Record<string, Record<string, string>>, { number }: PullRequest): string {
  return value.replace(/\$\{\{ (.+?) \}\}/g, (_, expression: string) => {
    const [, id = '', name = ''] = /^steps\.(\w+)\.outputs\.(\w+)$/.exec(expression) ?? []
    if (id) return outputs[id]?.[name] ?? ''
    if (expression === 'github.event.pull_request.number') return String(number)
    if (expression === 'github.token') return 'token'
    throw new Error(`the workflow takes ${expression}, which is not known here`)
  })
}

function assignments(text: string): Record<string, string> {
  const pairs = text.split('\n').filter((line) => line.includes('='))
  return Object.fromEntries(pairs.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]))
}

function written(summaryFile: string, commentFile: string) {
  const read = (name: string) => {
    try {
      return readFileSync(name, 'utf8')
    } catch {
      return ''
    }
  }
  return { summary: read(summaryFile), comment: read(commentFile) }
}
