import type { Context } from '../context'
import { type FakeSmtp, startSmtp } from './fake-smtp'
import { makeRegressedChain, type RegressedChain } from './regressed-chain'

/** A chain with a gate and runs, an admin to act as, and the mail server for invitations. */
export type ChangeScene = RegressedChain & { admin: Context; reviewerId: string; smtp: FakeSmtp }

/** A new project to try one change in. */
export async function makeChangeScene(smtp: FakeSmtp): Promise<ChangeScene> {
  const chain = await makeRegressedChain()
  const admin = { ...(await chain.as('admin', 'Ada')), origin: { address: '192.0.2.7', via: 'browser' as const } }
  return { ...chain, admin, reviewerId: userIdOf(chain.reviewer), smtp }
}

export function actorOf({ actor }: Context) {
  if (actor.kind !== 'user') throw new Error('a person has a user as their actor')
  return actor
}

export const userIdOf = (ctx: Context) => actorOf(ctx).userId

/**
 * Starts the mail server for invitations. Webhooks and judges use unreachable local addresses, so tests that call them must
 * allow private ones.
 */
export async function startChanges(): Promise<FakeSmtp> {
  const smtp = await startSmtp()
  process.env.SMTP_URL = `smtp://127.0.0.1:${smtp.port}`
  process.env.SMTP_FROM = 'desk@example.test'
  return smtp
}
