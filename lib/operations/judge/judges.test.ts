import type { IncomingHttpHeaders } from 'node:http'
import { json } from 'node:stream/consumers'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import type { InputOf } from '@/lib/contracts/contract'
import type { addJudge as addContract } from '@/lib/contracts/project-judges'
import { getDb } from '@/lib/db/client'
import { evaluateQualityGate } from '../quality/tools'
import { gateInput, makeJudgedProject } from '../testing/judged-project'
import { startLoopbackServer } from '../testing/loopback-server'
import { addJudge, removeJudge, updateJudge } from './manage'
import { testJudge } from './settings'
import { getJudge } from './status'

process.env.VERITAS_ALLOW_PRIVATE_WEBHOOKS = 'true'

type Seen = { path: string; headers: IncomingHttpHeaders; body: Record<string, unknown> }
type Answer = { status?: number; headers?: Record<string, string>; body: unknown }

const seen: Seen[] = []
let answers: Answer[] = []

/** A server in place of every endpoint: records requests and answers with `answers`, repeating the last. */
const { origin, close } = await startLoopbackServer(async (request, response) => {
  const { url: path = '', headers } = request
  seen.push({ path, headers, body: (await json(request)) as Record<string, unknown> })
  const { status = 200, headers: more, body } = (answers.length > 1 ? answers.shift() : answers[0]) ?? { body: {} }
  response.writeHead(status, { 'content-type': 'application/json', ...more }).end(JSON.stringify(body))
})

beforeEach(() => {
  seen.length = 0
  answers = []
})
afterAll(close)

const verdict = { score: 4, feedback: 'as seen' }
const text = JSON.stringify(verdict)
const openai = (content: string | null) => ({
  choices: [{ message: { content }, finish_reason: 'stop' }],
  usage: { prompt_tokens: 1000, completion_tokens: 100 },
})
const anthropic = (content: unknown[], stop_reason = 'tool_use') => ({
  id: 'm',
  type: 'message',
  content,
  stop_reason,
  usage: { input_tokens: 900, cache_read_input_tokens: 100, output_tokens: 100 },
})
const gemini = (parts: unknown[], finishReason = 'STOP') => ({
  candidates: [{ content: { parts, role: 'model' }, finishReason }],
  usageMetadata: { promptTokenCount: 1000, candidatesTokenCount: 60, thoughtsTokenCount: 40 },
})

type Draft = InputOf<typeof addContract>
const draft = (kind: Draft['kind'], more: Partial<Draft> = {}): Draft => ({
  name: `The ${kind} judge`,
  kind,
  baseUrl: kind === 'openai' ? `${origin}/v1` : origin,
  model: `${kind}-model`,
  apiKey: `key-of-${kind}`,
  ...more,
})

async function makeDesk(...drafts: Draft[]) {
  const { key, project, as } = await makeJudgedProject({ retries: 0 })
  const admin = await as('admin')
  const ids: string[] = []
  for (const one of drafts) ids.push((await addJudge.run(admin, one)).judge.id)
  const evaluate = () => evaluateQualityGate.run(key, gateInput())
  const calls = () =>
    getDb().judgeCall.findMany({ where: { projectId: project.id }, orderBy: [{ calledAt: 'asc' }, { id: 'asc' }] })
  return { admin, key, project, as, ids, evaluate, calls }
}

const shapes = [
  {
    kind: 'openai',
    path: '/v1/chat/completions',
    key: { authorization: 'Bearer key-of-openai' },
    structured: { response_format: { type: 'json_schema' } },
    scored: openai(text),
    refused: { choices: [{ message: { content: null, refusal: 'No.' }, finish_reason: 'stop' }] },
    other: { hello: 'world' },
  },
  {
    kind: 'anthropic',
    path: '/v1/messages',
    key: { 'x-api-key': 'key-of-anthropic', 'anthropic-version': '2023-06-01' },
    structured: { tool_choice: { type: 'tool', name: 'verdict' }, max_tokens: 4096 },
    scored: anthropic([
      { type: 'text', text: 'Here it is.' },
      { type: 'tool_use', id: 't', name: 'verdict', input: verdict },
    ]),
    refused: anthropic([], 'refusal'),
    other: { type: 'message' },
  },
  {
    kind: 'gemini',
    path: '/v1beta/models/gemini-model:generateContent',
    key: { 'x-goog-api-key': 'key-of-gemini' },
    structured: { generationConfig: { responseMimeType: 'application/json', temperature: 0 } },
    scored: gemini([{ text: 'Let me think.', thought: true }, { text: text.slice(0, 9) }, { text: text.slice(9) }]),
    refused: { promptFeedback: { blockReason: 'SAFETY' } },
    other: { candidates: [] },
  },
] as const

describe.each(shapes)('a judge with the $kind protocol', ({ kind, path, key, structured, scored, refused, other }) => {
  it('is called at its own path, in its own format, with a truthful user agent', async () => {
    const { evaluate, calls } = await makeDesk(draft(kind))
    answers = [{ body: scored }]
    expect(await evaluate()).toMatchObject({ score: 4, judged: true, feedback: 'as seen' })
    expect(seen).toMatchObject([{ path, headers: { ...key, 'user-agent': 'Veritas-Judge/1.0' }, body: structured }])
    const bill = { inputTokens: 1000, outputTokens: 100 }
    expect(await calls()).toMatchObject([{ outcome: 'scored', model: `${kind}-model`, ...bill }])
  })

  it('gives no score when it refuses or breaks its protocol', async () => {
    const { evaluate, calls } = await makeDesk(draft(kind))
    answers = [{ body: refused }, { body: other }]
    expect(await evaluate()).toMatchObject({ score: null, gateError: true })
    expect((await calls()).map(({ outcome }) => outcome)).toEqual(['refused', 'unparseable'])
  })

  it('is asked for plain text when it does not support structured answers', async () => {
    const { evaluate } = await makeDesk(draft(kind, { model: `${kind}-plain` }))
    const words = 'SCORE: 3\nFEEDBACK: as seen'
    const plain = {
      openai: openai(words),
      anthropic: anthropic([{ type: 'text', text: words }], 'end_turn'),
      gemini: gemini([{ text: words }]),
    }
    answers = [{ status: 400, body: { error: { message: 'unknown field' } } }, { body: plain[kind] }]
    expect(await evaluate()).toMatchObject({ score: 3, judged: true })
    expect(seen).toHaveLength(2)
    expect(JSON.stringify(seen[1]?.body)).not.toMatch(/json_schema|tool_choice|responseMimeType/)
  })

  it('never leaks its API key, even if it echoes it', async () => {
    const { evaluate, admin, project } = await makeDesk(draft(kind))
    answers = [{ status: 401, body: { error: { message: `bad key key-of-${kind}` } } }]
    const gate = await evaluate()
    expect(gate.feedback).toContain('the judge answered 401: bad key [key]')
    const rows = await getDb().projectJudge.findMany({ where: { projectId: project.id } })
    const events = await getDb().auditEvent.findMany({ where: { projectId: project.id } })
    expect(JSON.stringify([gate, rows, events, await getJudge.run(admin, {})])).not.toContain(`key-of-${kind}`)
  })
})

describe('several judges', () => {
  it('are asked in order, the next only if the previous gave no answer', async () => {
    const { evaluate, calls } = await makeDesk(draft('openai'), draft('anthropic'), draft('gemini'))
    answers = [{ status: 503, body: {} }, { status: 401, body: {} }, { body: gemini([{ text }]) }]
    expect(await evaluate()).toMatchObject({ score: 4, judged: true })
    expect((await calls()).map(({ model, outcome }) => [model, outcome])).toEqual([
      ['openai-model', 'unavailable'],
      ['anthropic-model', 'rejected'],
      ['gemini-model', 'scored'],
    ])
  })

  it('are not tried for a better result after a refusal or an unreadable answer', async () => {
    const { evaluate, calls } = await makeDesk(draft('openai'), draft('anthropic'))
    answers = [{ body: openai('Well done!') }]
    expect(await evaluate()).toMatchObject({ score: null, gateError: true })
    expect((await calls()).every(({ model }) => model === 'openai-model')).toBe(true)
  })

  it('are charged at their own prices', async () => {
    const { evaluate, calls } = await makeDesk(draft('openai', { inputUsdPerMillion: 2, outputUsdPerMillion: 10 }))
    answers = [{ body: openai(text) }]
    await evaluate()
    expect((await calls())[0]?.costUsd).toBeCloseTo(0.003, 9)
  })

  it.each([
    ['the configured prices', {}, true],
    ['its own', { inputUsdPerMillion: 2 }, true],
    ['none, if its own are 0', { inputUsdPerMillion: 0, outputUsdPerMillion: 0 }, false],
  ])('has a known cost by %s', async (_, own, hasPrices) => {
    const { key, as } = await makeJudgedProject({ input_usd_per_million: 1 })
    const admin = await as('admin')
    const { judge } = await addJudge.run(admin, draft('openai', own))
    answers = [{ body: openai(text) }]
    await evaluateQualityGate.run(key, gateInput())
    const call = await getDb().judgeCall.findFirst({ where: { projectId: key.project.id } })
    expect([judge.kind, call?.costUsd !== null]).toEqual(['openai', hasPrices])
    expect(await getJudge.run(admin, {})).toMatchObject({ hasPrices })
  })

  it('can be tested by id and reordered', async () => {
    const { admin, ids, evaluate } = await makeDesk(draft('openai'), draft('gemini'))
    const [, second = ''] = ids
    answers = [{ body: gemini([{ text }]) }]
    expect(await testJudge.run(admin, { judgeId: second })).toMatchObject({ score: 4, error: null })
    await updateJudge.run(admin, { judgeId: second, isFirst: true })
    expect((await getJudge.run(admin, {})).judges.map(({ kind }) => kind)).toEqual(['gemini', 'openai'])
    await evaluate()
    expect(seen.map(({ path }) => path)).toEqual(Array(2).fill('/v1beta/models/gemini-model:generateContent'))
    await removeJudge.run(admin, { judgeId: second })
    expect(await getJudge.run(admin, {})).toMatchObject({ model: 'openai-model', judges: [{ kind: 'openai' }] })
  })

  it('when all are removed, leave tasks unjudged', async () => {
    const { evaluate, admin, ids } = await makeDesk(draft('openai'))
    await removeJudge.run(admin, { judgeId: ids[0] ?? '' })
    expect(await evaluate()).toMatchObject({ verdict: 'unjudged', unjudgedReason: 'not_configured' })
    expect(seen).toEqual([])
  })
})

describe('managing judges', () => {
  it('is for admins only', async () => {
    const { key, as } = await makeDesk()
    for (const ctx of [key, await as('reviewer')])
      await expect(addJudge.run(ctx, draft('openai'))).rejects.toMatchObject({ code: 'forbidden' })
  })

  it('never sends a stored key to a new address', async () => {
    const { admin, ids, evaluate } = await makeDesk(draft('openai'))
    const judgeId = ids[0] ?? ''
    const elsewhere = { judgeId, baseUrl: `${origin}/elsewhere` }
    const refused = updateJudge.run(admin, elsewhere)
    await expect(refused).rejects.toMatchObject({ code: 'invalid_input', issues: [{ path: 'apiKey' }] })
    await expect(updateJudge.run(admin, { judgeId, kind: 'gemini' })).rejects.toMatchObject({ code: 'invalid_input' })
    await updateJudge.run(admin, { judgeId, model: 'another', inputUsdPerMillion: 1 })
    await updateJudge.run(admin, { ...elsewhere, apiKey: null })
    answers = [{ body: openai(text) }]
    await evaluate()
    expect(seen).toMatchObject([{ path: '/elsewhere/chat/completions', body: { model: 'another' } }])
    expect(seen[0]?.headers.authorization).toBeUndefined()
  })

  it('names the invalid field', async () => {
    const { admin } = await makeDesk(draft('openai'))
    for (const [more, path] of [
      [{}, 'name'],
      [{ name: 'Other', baseUrl: 'ftp://judge.example' }, 'baseUrl'],
      [{ name: 'Other', baseUrl: 'https://ada:secret@judge.example' }, 'baseUrl'],
      [{ name: 'Other', baseUrl: 'https://judge.example/v1?key=1' }, 'baseUrl'],
      [{ name: 'Other', apiKey: 'two words' }, 'apiKey'],
      [{ name: 'Other', inputUsdPerMillion: -1 }, 'inputUsdPerMillion'],
    ] as const)
      await expect(addJudge.run(admin, draft('openai', more))).rejects.toMatchObject({
        code: 'invalid_input',
        issues: [{ path }],
      })
  })

  it("reports another project's judge as not found", async () => {
    const [{ ids }, { admin }] = [await makeDesk(draft('openai')), await makeDesk()]
    const judgeId = ids[0] ?? ''
    for (const attempt of [
      () => updateJudge.run(admin, { judgeId, model: 'x' }),
      () => removeJudge.run(admin, { judgeId }),
      () => testJudge.run(admin, { judgeId }),
    ])
      await expect(attempt()).rejects.toMatchObject({ code: 'not_found' })
  })
})
