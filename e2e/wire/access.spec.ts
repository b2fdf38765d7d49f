import { putVersion } from '@/lib/contracts/chains'
import { addComment } from '@/lib/contracts/comments'
import { createConnection, listConnections } from '@/lib/contracts/connections'
import type { Contract } from '@/lib/contracts/contract'
import { addDeadLetter, reportDeadLetter } from '@/lib/contracts/dead-letters'
import { searchFailures } from '@/lib/contracts/failures'
import { listInvitations } from '@/lib/contracts/invitations'
import { keepScenario } from '@/lib/contracts/kept-scenarios'
import { askPairs, decidePair, nextPair } from '@/lib/contracts/pairs'
import { addJudge } from '@/lib/contracts/project-judges'
import { createKey, createProject, listKeys, listMembers } from '@/lib/contracts/projects'
import { reviewRun } from '@/lib/contracts/reviews'
import { sendSignals } from '@/lib/contracts/sent-signals'
import { putSignInDomain } from '@/lib/contracts/sign-in-domains'
import { putThinkingTemplate } from '@/lib/contracts/thinking/templates'
import { sequentialThinkingQa } from '@/lib/contracts/thinking/think'
import { addTrials, claimTrials, reportTrial } from '@/lib/contracts/trials'
import { publishVersion } from '@/lib/contracts/versions'
import { createView } from '@/lib/contracts/views'
import { createEndpoint, testEndpoint } from '@/lib/contracts/webhooks'
import { addWeeklyAction, listWeeks, updateWeeklyAction } from '@/lib/contracts/weekly/weeks'
import { changeRows } from '../database'
import type { Desk } from '../desk'
import { expect, test } from '../fixtures'
import { inviteByMail } from '../invitations'
import { makeWorseVersion, runBody, sendRuns } from '../runs'
import { contracts, type PathIds, pathOf, projectContracts } from './contracts'

/** Streamed responses have routes separate from the operations. */
const streams = ['/api/v1/audit/export', '/api/v1/events', '/api/v1/export/dspy']

const otlpPaths = [
  ...['traces', 'logs', 'metrics'].flatMap((signal) => [`/api/otlp/v1/${signal}`, `/v1/${signal}`]),
  '/api/public/otel/v1/traces',
]

test('every route refuses whoever may not use it', async ({ desk, people, request, baseURL }) => {
  test.slow()
  const origin = baseURL ?? ''
  // Nothing below changes the project: each request is refused.
  const ids = await existingIds(desk)
  const there = (contract: Contract) => `${origin}${pathOf(contract, ids)}`
  const here = (contract: Contract) => `${there(contract)}?project=${desk.slug}`

  await test.step('requests with neither a session nor a key', async () => {
    const answers: Record<string, number> = {}
    for (const contract of contracts.filter(({ scope }) => scope !== 'public'))
      answers[contract.name] = await statusOf(contract, here(contract), {})
    expect(onlyOther(answers, 401)).toEqual({})
    for (const path of streams) expect((await request.get(`${path}?project=${desk.slug}`)).status(), path).toBe(401)
    for (const path of otlpPaths) expect((await request.post(path, { data: {} })).status(), path).toBe(401)
  })

  await test.step('a key of another project, to which nothing is found', async () => {
    const other = `other-${desk.slug}`
    await people.admin.in(other)(createProject, { slug: other, name: 'Another' })
    const { secret } = await people.admin.in(other)(createKey, { name: 'of another project' })
    const headers = { authorization: `Bearer ${secret}` }

    const named: Record<string, number> = {}
    for (const contract of projectContracts) named[contract.name] = await statusOf(contract, here(contract), headers)
    expect(onlyOther(named, 404), 'with the project named').toEqual({})

    const unnamed: Record<string, number> = {}
    for (const contract of projectContracts.filter(isAboutOneThing))
      unnamed[contract.name] = await statusOf(contract, there(contract), headers, bodyFor(contract))
    // Scopes `decide` and `admin` are refused to any key before anything is looked up.
    expect(onlyOther(unnamed, 404, 403), 'by the id alone').toEqual({})
    expect(unnamed).toMatchObject({ 'runs.get': 404, 'gates.get': 404, 'chains.get': 404 })
    for (const path of otlpPaths) {
      const answer = await request.post(`${path}?project=${desk.slug}`, { headers, data: {} })
      expect(answer.status(), path).toBe(404)
    }
    for (const path of streams)
      expect((await request.get(`${path}?project=${desk.slug}`, { headers })).status(), path).toBe(404)
  })

  await test.step('a member of another project, to whom nothing is found', async () => {
    const headers = { cookie: people.stranger.cookie, origin }
    const answers: Record<string, number> = {}
    for (const contract of projectContracts) answers[contract.name] = await statusOf(contract, here(contract), headers)
    expect(onlyOther(answers, 404)).toEqual({})
  })

  await test.step('a key that would decide or administer', async () => {
    const headers = { authorization: `Bearer ${desk.key}` }
    const answers: Record<string, number> = {}
    for (const contract of projectContracts.filter(({ scope }) => scope === 'decide' || scope === 'admin'))
      answers[contract.name] = await statusOf(contract, there(contract), headers, bodyFor(contract))
    expect(onlyOther(answers, 403)).toEqual({})
    expect(Object.keys(answers)).toContain('gates.decide')
  })

  await test.step('a write with a session from another site', async () => {
    const { cookie } = people.admin
    const forgeries: Record<string, string>[] = [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { origin: 'not an origin' },
      { 'sec-fetch-site': 'cross-site', origin },
      { 'sec-fetch-site': 'same-site', origin },
      {},
    ]
    const writes = contracts.filter(({ method, scope }) => method !== 'GET' && scope !== 'public')
    const answers: Record<string, number> = {}
    // One function tells forgeries for all routes: each of them is sent to every sixth.
    for (const [place, contract] of writes.entries()) {
      const headers = forgeries[place % forgeries.length] ?? {}
      const status = await statusOf(contract, here(contract), { cookie, ...headers })
      answers[`${contract.name} ${JSON.stringify(headers)}`] = status
    }
    expect(onlyOther(answers, 403)).toEqual({})
  })
})

test('a form on another site cannot sign anyone in', async ({ request, people }) => {
  const answer = await request.post('/api/auth/callback/credentials', {
    headers: { origin: 'https://evil.example' },
    form: { email: people.viewer.email, password: people.viewer.password, json: 'true' },
    maxRedirects: 0,
  })
  expect(answer.headersArray().filter(({ value }) => value.includes('session-token'))).toEqual([])
})

/**
 * Returns the status of an operation, called with the least input that passes validation. Playwright's requests take several times the
 * work of a plain one.
 */
async function statusOf(contract: Contract, path: string, headers: Record<string, string>, body: object = {}) {
  const url = new URL(path)
  const hasBody = contract.method === 'POST' || contract.method === 'PATCH'
  if (!hasBody) for (const [name, value] of Object.entries(body)) url.searchParams.set(name, value)
  const answer = await fetch(url, {
    method: contract.method,
    headers: { ...headers, ...(hasBody && { 'content-type': 'application/json' }) },
    ...(hasBody && { body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  expect(text, `${contract.name} answers an error of the one shape`).toContain('"requestId"')
  return answer.status
}

/** Whether an operation needs an existing item. Versions are declared in the key's own project, and every project has every week. */
const isAboutOneThing = ({ path, name }: Contract) =>
  path.includes('{') &&
  name !== putVersion.name &&
  // Signals of a missing run are kept, because the run may arrive later.
  name !== sendSignals.name &&
  name !== publishVersion.name &&
  (!path.includes('{week}') || name === updateWeeklyAction.name)

/** A valid body or query for operations that validate the input before they look up the item. */
function bodyFor({ name }: Contract): object {
  if (name === reviewRun.name) return { verdict: 'approve' }
  if (name === 'runs.patch') return { tags: ['x'] }
  if (name === 'chains.compare') return { a: '1.0.0', b: '1.0.1' }
  if (name === 'gates.decide') return { verdict: 'approved', evidenceDigest: 'x' }
  if (name === 'gates.undo') return { reason: 'x' }
  if (name === reportTrial.name) return { attempt: 1, run: {} }
  if (name === addTrials.name) return { count: 1 }
  if (name === reportDeadLetter.name) return { attempt: 1, outcome: 'success' }
  return {}
}

function onlyOther(answers: Record<string, number>, ...expected: number[]) {
  return Object.fromEntries(Object.entries(answers).filter(([, status]) => !expected.includes(status)))
}

/** Registers an app and connects it as the reviewer. */
async function connectApp(desk: Desk): Promise<void> {
  const clientId = `vrc_${desk.slug}`
  const redirectUri = 'http://127.0.0.1/callback'
  await changeRows('INSERT INTO oauth_client (id, name, redirect_uris) VALUES ($1, $1, ARRAY[$2])', [
    clientId,
    redirectUri,
  ])
  await desk.as('reviewer')(createConnection, {
    request: {
      client_id: clientId,
      redirect_uri: redirectUri,
      response_type: 'code',
      code_challenge: 'c'.repeat(43),
      code_challenge_method: 'S256',
    },
    scopes: ['read'],
  })
}

const firstThought = { thought: 'Check the version', thought_number: 1, total_thoughts: 1, next_thought_needed: false }
const oneStep = { steps: [{ step_description: 'Look', expected_outcome: 'Seen', recommended_tools: [] }] }

async function existingIds(desk: Desk): Promise<PathIds> {
  const { gateId, runIds } = await makeWorseVersion(desk)
  const runId = runIds[0] ?? ''
  const { decision } = await desk.as('reviewer')(reviewRun, { runId, verdict: 'approve' })
  const { keys } = await desk.as('admin')(listKeys, {})
  const { members } = await desk.as('admin')(listMembers, {})
  await inviteByMail(desk.as('admin'), `${desk.slug}@example.test`, 'viewer', desk.name)
  const { invitations } = await desk.as('admin')(listInvitations, {})
  const { session_id } = await desk.send(sequentialThinkingQa, firstThought)
  await desk.as('admin')(putThinkingTemplate, { name: 'release', template: oneStep })
  const local = { chain: 'local', version: '1.0.0' }
  await desk.send(publishVersion, { ...local, scenarios: [{ name: 'one' }], executor: { kind: 'local' } })
  const { claimed } = await desk.send(claimTrials, local)
  const { item } = await desk.send(addDeadLetter, { operation: 'tool:bash', error: 'exit 1', category: 'TRANSIENT' })
  // Nothing listens on port 9: the delivery fails, but exists.
  const hook = { name: 'hook', url: 'http://127.0.0.1:9/', events: ['gate.opened' as const] }
  const { endpoint } = await desk.as('admin')(createEndpoint, hook)
  const { delivery } = await desk.as('admin')(testEndpoint, { endpointId: endpoint.id })
  const { current } = await desk.send(listWeeks, {})
  const { action } = await desk.send(addWeeklyAction, { week: current, text: 'Look into it' })
  const nodes = [{ id: 'look', status: 'failed' as const, error: { message: 'The disk is full' } }]
  await sendRuns(desk, [runBody({ status: 'failed', nodes })])
  const { groups } = await desk.send(searchFailures, {})
  const { comment } = await desk.as('reviewer')(addComment, { runId, body: 'Look at this.' })
  const { scenario } = await desk.as('reviewer')(keepScenario, { runId })
  const twice = await sendRuns(desk, [runBody({ scenario: 'one' }), runBody({ scenario: 'one' })])
  const sides = { runs: twice.map((run) => run.runId) }
  await desk.as('reviewer')(askPairs, sides)
  const { pair } = await desk.as('reviewer')(nextPair, sides)
  const pairId = pair?.id ?? ''
  const { verdictId } = await desk.as('reviewer')(decidePair, { pairId, choice: 'equal' })
  const { view } = await desk.as('reviewer')(createView, { screen: 'runs', name: 'Mine', query: 'status=failed' })
  await connectApp(desk)
  const { connections } = await desk.as('admin')(listConnections, {})
  const { domain } = await desk.as('admin')(putSignInDomain, { domain: `${desk.slug}.example`, role: 'viewer' })
  const judge = { name: 'Judge', kind: 'openai' as const, baseUrl: 'http://127.0.0.1:9/v1', model: 'none' }
  const { judge: added } = await desk.as('admin')(addJudge, judge)
  return {
    judgeId: added.id,
    gateId,
    runId,
    decisionId: decision.id,
    userId: members[0]?.userId ?? '',
    keyId: keys[0]?.id ?? '',
    invitationId: invitations[0]?.id ?? '',
    chain: 'answers',
    version: '1.0.1',
    trialId: claimed[0]?.trialId ?? '',
    sessionId: session_id,
    ordinal: '1',
    name: 'release',
    deadLetterId: item.id,
    action: 'retry',
    endpointId: endpoint.id,
    messageId: delivery.messageId,
    week: current,
    actionId: action.id,
    group: groups[0]?.fingerprint ?? '',
    commentId: comment.id,
    scenarioId: scenario.id,
    pairId,
    verdictId,
    viewId: view.id,
    domain: domain.domain,
    connectionId: connections[0]?.id ?? '',
  }
}
