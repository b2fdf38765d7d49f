import { readFileSync } from 'node:fs'
import { parseYaml } from '@redocly/openapi-core'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { EXIT } from './exit-codes'
import { deskTerminal } from './testing/desk-terminal'

const workflow = z
  .object({
    on: z.object({ pull_request: z.null() }),
    permissions: z.record(z.string(), z.enum(['read', 'write'])),
    jobs: z.object({
      quality: z.object({
        steps: z.array(
          z.object({ name: z.string().optional(), uses: z.string().optional(), run: z.string().optional() }),
        ),
      }),
    }),
  })
  .parse(parseYaml(readFileSync('examples/github/veritas-gate.yml', 'utf8')))
const scripts = workflow.jobs.quality.steps.flatMap(({ run }) => run ?? [])

describe('the GitHub workflow', () => {
  it('may only write comments', () => {
    expect(workflow.permissions).toEqual({ contents: 'read', 'pull-requests': 'write' })
  })

  it('interpolates nothing of the event into a script', () => {
    for (const script of scripts) expect(script).not.toContain('${{')
  })

  it('uses existing commands and options', async () => {
    const calls = scripts.flatMap((script) => [...script.matchAll(/^ *(?:run: )?veritas (\S+)(.*)/gm)])
    expect(calls.map(([, command]) => command)).toEqual(['publish', 'import', 'regression'])
    for (const [, command = '', rest = ''] of calls) {
      const { run, out } = deskTerminal(() => Response.json({}))
      await run(command, '--help')
      for (const [option] of rest.matchAll(/--[a-z-]+/g)) expect(out.join('\n'), command).toContain(`${option} `)
    }
  })

  it('fails for a regression or an error, and warns about an unknown verdict', () => {
    const verdict = scripts.at(-1) ?? ''
    expect(verdict).toMatch(new RegExp(`^ *${EXIT.ok}\\) echo`, 'm'))
    expect(verdict).toMatch(new RegExp(`^ *${EXIT.regressed}\\) .*exit 1`, 'm'))
    expect(verdict).toMatch(new RegExp(`^ *${EXIT.inconclusive}\\) echo '::warning`, 'm'))
    expect(verdict).toMatch(/^ *\*\) .*exit 1/m)
  })
})
