import { listRegressions } from '@/lib/contracts/regressions'
import { claimTrials } from '@/lib/contracts/trials'
import { getServedVersion, publishVersion } from '@/lib/contracts/versions'
import { expectNoFaults } from '../axe'
import { expect, test } from '../fixtures'
import { runBody, sendRuns } from '../runs'

const chain = 'answers'
const version = '1.1.0-pr.7'
const runs = (name: string, count: number, answer = 'Open Settings.') =>
  Array.from({ length: count }, () => runBody({ version: name, output: { answer }, signals: {} }))

test('runs of a pull request belong to a candidate until it is made live', async ({ desk }) => {
  await sendRuns(desk, runs('1.0.0', 3))
  await desk.send(publishVersion, { chain, version, candidate: true, notes: 'Pull request 7' })
  await sendRuns(desk, runs(version, 3, ''))
  expect((await desk.send(getServedVersion, { chain })).version).toBe('1.0.0')
  const { regressions } = await desk.send(listRegressions, { chain, version })
  expect(regressions).toMatchObject([{ state: 'candidate', verdict: 'regression', prior: { version: '1.0.0' } }])

  const page = await desk.open('reviewer', `/chains/${chain}`)
  await expect(page.getByRole('main')).toContainText('1.0.0 serves')
  const candidates = page.getByRole('table', { name: 'Candidates of this chain' })
  await expect(candidates.getByRole('row', { name: version })).toContainText('1.0.0')
  await expect(page.getByRole('table', { name: 'Versions of this chain' })).not.toContainText(version)
  await candidates.getByRole('link', { name: version, exact: true }).click()

  await expect(page.getByRole('main')).toContainText('A candidate, tried and compared with the serving version')
  await page.getByRole('button', { name: 'Make it live' }).click()
  const dialog = page.getByRole('dialog', { name: `Make ${version} live?` })
  await expect(dialog).toContainText('a gate opens if they show a regression')
  await dialog.getByRole('button', { name: 'Make it live' }).click()
  await expect(page.getByRole('main')).toContainText('It serves.')
  await expect(page.getByRole('link', { name: 'Decide its gate' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Make it live' })).toHaveCount(0)
  await expect(page.getByRole('region', { name: 'History' })).toContainText('Published as a candidate')
  expect((await desk.send(getServedVersion, { chain })).version).toBe(version)
})

test('a chain page shows which runs would settle its comparison, and how to get them', async ({ desk }) => {
  await sendRuns(desk, [...runs('1.0.0', 3), ...runs('1.1.0', 1)])
  const page = await desk.open('reviewer', `/chains/${chain}`)
  const moved = page.getByRole('region', { name: 'How far 1.1.0 moved' })
  await expect(moved).toContainText('A verdict takes 2 more live runs of 1.1.0.')
  await expect(moved).toContainText(`veritas import runs.jsonl --chain ${chain} --chain-version 1.1.0`)
  await page
    .getByRole('link', { name: /^1\.1\.0, serves/ })
    .first()
    .click()
  await expect(page).toHaveURL(/\/versions\/1\.1\.0$/)
})

test('a chain whose runs bring neither tokens nor a contract is drawn by its confidence', async ({ desk }) => {
  const judged = (peer: number) => runBody({ tokens: undefined, contract: undefined, signals: { peer } })
  await sendRuns(desk, [judged(0.4), judged(0.6)])
  const page = await desk.open('viewer', `/chains/${chain}`)
  const confidence = page.getByRole('region', { name: 'Mean confidence by version' })
  await expect(confidence).toContainText('has a mean of 0.50 over 2 live runs with signals')
  await confidence.getByRole('radio', { name: 'Quality' }).check()
  await expect(page.getByRole('region', { name: 'Mean by version' })).toContainText('No version has a mean')
  await expect(page).toHaveURL(/score=quality/)
  await page.goBack()
  await expect(confidence).toBeVisible()
})

test('trials of a version that no longer serves are cancelled, and an open page shows it', async ({ desk }) => {
  const tried = { chain, scenarios: [{ name: 'password' }], executor: { kind: 'local' as const } }
  await desk.send(publishVersion, { ...tried, version: '1.0.0' })
  await desk.send(claimTrials, { chain, version: '1.0.0' })
  const page = await desk.open('reviewer', `/chains/${chain}/versions/1.0.0`)
  const trials = page.getByRole('region', { name: 'Trials', exact: true })
  await expect(trials).toContainText('0 of 3 live runs')
  await desk.send(publishVersion, { ...tried, version: '1.1.0' })
  await expect(trials).toContainText('3 cancelled')
  await expect(trials.getByRole('row', { name: /Cancelled/ }).first()).toContainText('1.1.0 supersedes 1.0.0')
})

test('a missing chain or version shows "not found" with a link back', async ({ desk }) => {
  await sendRuns(desk, runs('1.0.0', 1))
  const page = await desk.open('viewer', '/chains')
  for (const [path, words, back] of [
    ['/chains/nope', 'Chain not found', 'All chains'],
    [`/chains/${chain}/versions/9.9.9`, 'Version not found', `All versions of ${chain}`],
    [`/chains/${chain}/compare?a=1.0.0&b=9.9.9`, 'Nothing to compare', 'All chains'],
  ] as const) {
    const response = await page.goto(`/p/${desk.slug}${path}`)
    expect(response?.status(), path).toBe(404)
    await expect(page.getByRole('heading', { level: 1, name: 'Not found' })).toBeAttached()
    await expect(page.getByText(words)).toBeVisible()
    await expectNoFaults(page, path)
    await page.getByRole('link', { name: back }).click()
    await expect(page.getByRole('heading', { level: 1, name: /Chains|answers/ })).toBeVisible()
  }
})
