import { beforeAll, describe, expect, it } from 'vitest'
import { getDb } from '@/lib/db/client'
import { decideGate } from '../gates/act'
import type { Operation } from '../operation'
import { registry } from '../registry'
import { makeChangeScene, startChanges, userIdOf } from '../testing/change-scene'
import { verdict } from '../testing/changed-items'
import { changeInputs } from '../testing/every-change'
import type { FakeSmtp } from '../testing/fake-smtp'

let smtp: FakeSmtp

beforeAll(async () => {
  process.env.VERITAS_ALLOW_PRIVATE_WEBHOOKS = 'true'
  smtp = await startChanges()
  return () => smtp.close()
})

/** Operations that write nothing, or only immutable facts that name their sender. */
const exceptions: Record<string, string> = {
  ...of(
    'computes an answer; a check of a named run is a fact in run_check, and a call of the judge one in judge_call',
    [
      'analyze_convergence',
      'analyze_failure_patterns',
      'calibrate_confidence',
      'attribute_failure',
      'check_accuracy',
      'check_completeness',
      'classify_failure',
      'chainRules.preview',
      'configuration.preview',
      'data.testRedaction',
      'decide_dependent',
      'decide_iteration',
      'detect_hallucinations',
      'detect_regression',
      'determine_rerun_strategy',
      'estimate_quality',
      'evaluate_quality_gate',
      'forecast_verdict',
      'generate_fixup_task',
      'get_thinking_history',
      'group_failures',
      'judge.compare',
      'recommend_stop',
      'score_confidence',
      'score_quality',
      'score_trace',
      'synthesize_feedback',
      'validate_execution_result',
      'validate_output',
    ],
  ),
  ...of('ingests facts with their sender; a gate that they open leaves its own event', [
    'runs.ingest',
    'signals.send',
    'sequential_thinking_qa',
    'trials.report',
  ]),
  ...of('is queue work: each step is a row of dead_letter_event', [
    'deadLetters.add',
    'deadLetters.claim',
    'deadLetters.report',
  ]),
  'trials.claim': 'leases work to a worker, as a trial says',
  ...of('reserves a run for a reviewer for minutes; the verdict leaves an event', [
    'review.next',
    'review.renew',
    'review.skip',
  ]),
  'notifications.read': 'only changes the state of the reader',
  'account.requestReset': 'requests a mail without a known actor: the created link is audited',
  'account.updateMail': 'only changes the mails of the person',
  'invitations.decline': 'has no actor: the tests of invitations check its event',
  'setup.complete': 'needs an empty database: the tests of the set-up check its event',
}

function of(reason: string, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, reason]))
}

const writing = registry.filter(({ contract }) => contract.method !== 'GET')
const named = (operation: Operation) => ({ name: operation.contract.name, operation })

it('every operation that may write leaves an audit event or has a reason not to', () => {
  const known = [...Object.keys(changeInputs), ...Object.keys(exceptions)]
  expect(known.toSorted()).toEqual(writing.map(({ contract }) => contract.name).toSorted())
})

it('no operation that is reserved for people is exempt', () => {
  const ofPeople = writing.filter(({ contract: { scope } }) => scope === 'decide' || scope === 'admin')
  expect(ofPeople.filter(({ contract }) => contract.name in exceptions)).toEqual([])
})

describe.each(writing.filter(({ contract }) => contract.name in changeInputs).map(named))(
  '$name',
  ({ name, operation }) => {
    it('leaves an audit event with actor, address and interface', async () => {
      const scene = await makeChangeScene(smtp)
      const input = (await changeInputs[name]?.(scene)) ?? {}
      const by = { actorId: userIdOf(scene.admin) }
      const before = await getDb().auditEvent.findMany({ where: by, select: { id: true } })
      await operation.run(scene.admin, input)
      const added = await getDb().auditEvent.findMany({
        where: { ...by, id: { notIn: before.map(({ id }) => id) } },
        orderBy: { id: 'asc' },
      })
      expect(added).not.toEqual([])
      const signature = { actorKind: 'user', actor: 'Ada', via: 'browser', address: '192.0.2.7' }
      for (const event of added) {
        expect(event).toMatchObject(signature)
        expect(event.seq).not.toBeNull()
      }
    })
  },
)

describe('the evidence digest', () => {
  it('is recorded with a decision', async () => {
    const scene = await makeChangeScene(smtp)
    const given = await verdict(scene)
    await decideGate.run(scene.admin, given)
    const event = await getDb().auditEvent.findFirst({
      where: { projectId: scene.project.id, action: 'gate.rejected' },
    })
    expect(event?.evidenceDigest).toBe(given.evidenceDigest)
  })
})
