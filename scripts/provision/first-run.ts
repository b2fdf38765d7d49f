import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { Refusal } from './progress'

const script = 'scripts/first-run.ts'

/**
 * What to tell the person who starts the desk for the first time: the link that makes the first admin, or what was set up unattended.
 * @throws Refusal when the set-up fails.
 */
export function firstRun(environment: NodeJS.ProcessEnv): string {
  if (!existsSync(script)) return ''
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--import', 'tsx', script], {
    encoding: 'utf8',
    env: environment,
  })
  if (status !== 0) throw new Refusal(`The first set-up failed:\n${stdout}${stderr}`)
  return stdout.trim()
}
