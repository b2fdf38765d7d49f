import { readFileSync } from 'node:fs'
import { decideGate, getGate, openGate } from '@/lib/contracts/gates'
import { environmentOf, start } from '../command-line'
import { expect, test } from '../fixtures'
import { makeWorseVersion, runBody, sendRun, sendRuns } from '../runs'

test('a worse version exits with 10, and the JUnit and Markdown reports are valid', async ({
  desk,
  baseURL,
  page,
}, testInfo) => {
  await makeWorseVersion(desk)
  await sendRuns(desk, [runBody({ chain: 'a|b & "c" <d>\u{1f600}', scenario: `it's <b>` })])
  const [junit, markdown] = [testInfo.outputPath('v.xml'), testInfo.outputPath('v.md')]
  const { code, stdout } = await start(
    ['regression', '--junit', junit, '--markdown', markdown, '--json'],
    environmentOf(desk, baseURL),
  ).ended
  expect(code).toBe(10)
  expect(JSON.parse(stdout).regressions).toHaveLength(2)

  const report = await page.evaluate(
    (xml) => {
      const parsed = new DOMParser().parseFromString(xml, 'application/xml')
      const names = (element: Element) => [...element.children].map(({ tagName }) => tagName)
      const count = (selector: string, parent: ParentNode = parsed) => parent.querySelectorAll(selector).length
      return {
        fault: parsed.querySelector('parsererror')?.textContent ?? null,
        root: parsed.documentElement.tagName,
        suites: [...parsed.documentElement.children].map((suite) => ({
          name: suite.getAttribute('name'),
          parts: names(suite),
          cases: [...suite.querySelectorAll('testcase')].map((item) => ({
            attributes: item.getAttributeNames(),
            parts: names(item),
          })),
          stated: ['tests', 'failures', 'errors', 'skipped'].map((name) => Number(suite.getAttribute(name))),
          counted: ['testcase', 'failure', 'error', 'skipped'].map((name) => count(name, suite)),
        })),
      }
    },
    readFileSync(junit, 'utf8'),
  )
  expect(report).toMatchObject({ fault: null, root: 'testsuites' })
  const suites = Object.fromEntries(report.suites.map((suite) => [suite.name, suite]))
  expect(Object.keys(suites).sort()).toEqual(['answers 1.0.1', 'a|b & "c" <d>\u{1f600} 1.0.0'])
  for (const { parts, cases, stated, counted } of report.suites) {
    expect(parts[0]).toBe('properties')
    expect(new Set(parts.slice(1))).toEqual(new Set(['testcase']))
    expect(stated).toEqual(counted)
    for (const item of cases) {
      expect(item.attributes).toEqual(['classname', 'name', 'time'])
      expect(['', 'failure', 'skipped', 'failure system-out', 'skipped system-out', 'system-out']).toContain(
        item.parts.join(' '),
      )
    }
  }
  expect(suites['answers 1.0.1']?.counted[1]).toBeGreaterThan(0)
  const rows = readFileSync(markdown, 'utf8').split('\n')
  expect(rows.find((row) => row.includes('`answers`'))).toMatch(/\[(regressed|inconclusive, regressed by the rule)\]/)
})

for (const verdict of ['approved', 'rejected'] as const) {
  test(`waiting for a gate ends when it is ${verdict}`, async ({ desk, baseURL }) => {
    const { gateId } = await makeWorseVersion(desk)
    const wait = start(['gate', 'check', gateId, '--wait', '--json'], environmentOf(desk, baseURL))
    await wait.said('waiting for a person')
    const { evidenceDigest } = await desk.send(getGate, { gateId })
    await desk.as('reviewer')(decideGate, { gateId, verdict, reason: 'looked at it', evidenceDigest })
    const { code, stdout } = await wait.ended
    expect(code).toBe(verdict === 'approved' ? 0 : 13)
    expect(JSON.parse(stdout)).toMatchObject({ state: verdict, decided: true })
  })
}

test('an undecided gate exits with 12, and with 14 once its deadline has passed', async ({ desk, baseURL }) => {
  const { gateId } = await makeWorseVersion(desk)
  const env = environmentOf(desk, baseURL)
  expect((await start(['gate', 'check', gateId, '--wait', '--timeout', '1'], env).ended).code).toBe(12)
  const run = await sendRun(desk)
  const asked = { runId: run.runId, question: 'Good?', deadlineHours: 2 / 3600 }
  const { gate } = await desk.send(openGate, asked)
  const { code, stdout } = await start(['gate', 'check', gate.id, '--wait'], env).ended
  expect(stdout).toContain('timed out')
  expect(code).toBe(14)
})

test('a closed output pipe is not an error', async ({ desk, baseURL }) => {
  await sendRuns(desk, [runBody()])
  for (const args of [['export-dspy'], ['gate', 'list'], ['--help']]) {
    const run = start(args, environmentOf(desk, baseURL))
    run.child.stdout.destroy()
    const { code, stderr } = await run.ended
    expect(code, args.join(' ')).toBe(0)
    expect(stderr, args.join(' ')).not.toMatch(/EPIPE|Error/)
  }
})

test('an interrupted wait exits with 130', async ({ desk, baseURL }) => {
  const { gateId } = await makeWorseVersion(desk)
  const wait = start(['gate', 'check', gateId, '--wait'], environmentOf(desk, baseURL))
  await wait.said('waiting for a person')
  wait.child.kill('SIGINT')
  expect(await wait.ended).toMatchObject({ code: 130, stdout: '' })
})
