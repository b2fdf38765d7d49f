import { existsSync } from 'node:fs'
import { type Env, EnvError, parseEnv } from '@/lib/env'
import { examineDatabase } from './doctor/database'
import { bad, type Finding, good } from './doctor/examination'
import {
  examineBrowser,
  examineDisk,
  examineMemory,
  examineNode,
  examinePort,
  examineServerPrograms,
} from './doctor/machine'
import { examineMail } from './doctor/mail'
import { loadEnvironment } from './provision/environment'
import { runTask, say } from './provision/progress'

/** `npm run doctor`: what is wrong with this machine or its configuration, and what to do. Exits with 1 when something is. */
runTask(async () => {
  const { env, findings: aboutEnv } = examineEnvironment()
  const findings: Finding[] = [examineNode(), examineMemory(), ...aboutEnv]
  findings.push(...examineDisk(env), await examinePort(env))
  if (!env.DATABASE_URL) findings.push(examineServerPrograms())
  findings.push(...(await examineDatabase(env)), await examineMail(env), await examineBrowser())
  for (const { subject, state, seen, advice } of findings) {
    say(`${{ good: '✓', warning: '!', bad: '✗' }[state]} ${subject.padEnd(20)} ${seen}`)
    if (advice) say(`  ${''.padEnd(20)} → ${advice}`)
  }
  const wrong = findings.filter((finding) => finding.state === 'bad').length
  say(wrong === 0 ? '\nNothing is wrong.' : `\n${wrong} to mend.`)
  return wrong === 0 ? 0 : 1
})

/** The rest is examined with the defaults in place of what is wrong. */
function examineEnvironment(): { env: Env; findings: Finding[] } {
  try {
    const env = loadEnvironment()
    return { env, findings: [good('environment', existsSync('.env') ? 'valid, .env read' : 'valid')] }
  } catch (error) {
    if (!(error instanceof EnvError)) throw error
    const findings = error.issues.map(({ variable, message }) =>
      bad('environment', `${variable} ${message}`, `Set or unset ${variable}.`),
    )
    const wrong = new Set(error.issues.map((issue) => issue.variable))
    const rest = Object.entries(process.env).filter(([name]) =>
      ['DATABASE_URL', 'DATA_DIR', 'PORT', 'HOST'].includes(name),
    )
    return { env: parseEnv(Object.fromEntries(rest.filter(([name]) => !wrong.has(name)))), findings }
  }
}
