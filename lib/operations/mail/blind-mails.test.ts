import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { addComment } from '../comments/comments'
import { personOf } from '../context'
import { assignGate, decideGate } from '../gates/act'
import { getGate } from '../gates/get'
import { openGate } from '../gates/open'
import { nextReviews } from '../review-queue/claim'
import { giveVerdict } from '../review-queue/verdict'
import { configure } from '../testing/configure'
import { ingest, runBody } from '../testing/factories'
import { readRaw } from '../testing/fake-smtp'
import { ada, admin, closeMails, deliver, later, openMails, smtp, test } from '../testing/mail-scene'
import { getMail } from './settings'

beforeEach(openMails)
afterEach(closeMails)

/** A run that Ada, who owns its gate, is to review blind if `isBlind`; Bob mentions her in a comment and decides the gate. */
async function toldAda({ isBlind }: { isBlind: boolean }) {
  await configure(test, { review: { second_share: 1 } })
  const runId = (await ingest(test.key, [runBody({ id: 'run' })])).get('run') ?? ''
  const bob = await test.as('admin', 'Bob')
  const userId = personOf(admin.actor)?.userId ?? ''
  const { gate } = await openGate.run(test.key, { runId, question: 'Good?' })
  await assignGate.run(bob, { gateId: gate.id, userId })
  await addComment.run(bob, { runId, body: 'Zebra: it sums nothing.', mentions: [userId] })
  await giveVerdict.run(bob, { runId, verdict: 'reject', reason: 'It sums nothing.' })
  const { evidenceDigest } = await getGate.run(bob, { gateId: gate.id })
  await decideGate.run(bob, { gateId: gate.id, verdict: 'rejected', reason: 'Walrus.', evidenceDigest })
  if (isBlind) await nextReviews.run(admin, { count: 1, first: runId })
  later(60_000)
}

const sent = () => smtp.mails.filter(({ to }) => to.includes(ada.email)).map(({ raw }) => readRaw(raw))

describe('a mail to a person', () => {
  it('who is about to review a run blind does not quote what others said of it', async () => {
    await toldAda({ isBlind: true })
    await deliver()
    const mails = JSON.stringify(sent())
    expect(mails).toContain('mentions you in a comment on run, shown once you have given your verdict')
    expect(mails).toContain('A gate was decided.')
    expect(mails).not.toMatch(/Zebra|Rejected by Bob|Walrus|The result was/)
  })

  it('who reviews nothing blind quotes it', async () => {
    await toldAda({ isBlind: false })
    await deliver()
    const mails = JSON.stringify(sent())
    expect(mails).toMatch(/Zebra.*Rejected by Bob|Rejected by Bob.*Zebra/s)
    // The reason, and what the decision did.
    expect(mails).toContain('Walrus.')
    expect(mails).toContain('The result was refused. 1 run kept its own review.')
  })

  it('is not quoted to a blind reviewer in the list of mails that did not arrive either', async () => {
    await toldAda({ isBlind: true })
    const refused = { at: 'recipient', code: 550 } as const
    smtp.behave(refused, refused, refused, refused, refused)
    await deliver()
    const { troubles } = await getMail.run(admin, {})
    expect(troubles.length).toBeGreaterThan(1)
    expect(JSON.stringify(troubles)).not.toMatch(/Zebra|Rejected by Bob/)
  })
})
