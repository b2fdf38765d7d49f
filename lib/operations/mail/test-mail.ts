import { v7 as uuid } from 'uuid'
import { testMail as contract } from '@/lib/contracts/mail'
import { composeMail } from '@/lib/engine/mail/compose-mail'
import { audit } from '../audit'
import { inTransaction } from '../context'
import { AppError } from '../errors'
import { operation } from '../operation'
import { accountAddress, deskAddress } from './addresses'
import { mailServer } from './mail-server'
import { sendMail } from './send-mail'

/** Sent from here and not by a worker, so that the answer tells what came of it; only ever to the one who asks. */
export const testMail = operation(contract, async (ctx) => {
  const { actor, project } = ctx
  if (actor.kind !== 'user') throw new AppError('forbidden', 'a test mail goes to a signed-in person')
  const server = mailServer()
  if (!server) throw new AppError('conflict', 'no mail server is set: set SMTP_URL and SMTP_FROM')
  const settings = accountAddress(project.slug)
  const composed = composeMail({
    text: `${actor.name} sent this to see that mail arrives`,
    project: project.name,
    link: deskAddress(project.slug, '/settings/mail'),
    settings,
    note: null,
  })
  const started = performance.now()
  const to = { name: actor.name, address: actor.email }
  const failure = await sendMail(server, { ...composed, id: uuid(), to, settings })
  const error = failure?.error ?? null
  await inTransaction(ctx, (tx) => audit(tx, ctx, 'mail.test', `project:${project.id}`, null, { error }))
  return { address: actor.email, error, ms: performance.now() - started }
})
