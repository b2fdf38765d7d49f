import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { runInput } from '@/lib/contracts/run-input'
import { publishVersion } from '@/lib/contracts/versions'
import { runCommand } from './run-trials'

const version = publishVersion.input.parse(JSON.parse(readFileSync('examples/trials/version.json', 'utf8')))
const command = `"${process.execPath}" examples/trials/answer.mjs`

it.each(version.scenarios ?? [])('the example of trials fulfils its contract for $name', async ({ request }) => {
  const trial = JSON.stringify({ chain: version.chain, version: version.version, request })
  const outcome = await runCommand(command, trial, { timeoutMs: 30_000, maxBytes: 10_000 })
  const run = runInput.parse({ id: 'r', chain: version.chain, ...JSON.parse('text' in outcome ? outcome.text : '{}') })
  expect(run.output).toMatchObject({ answer: expect.any(String) })
})
