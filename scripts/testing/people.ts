import type { Role } from '@/lib/contracts/projects'
import { type CsrfAnswer, SESSION_PATHS } from '@/lib/contracts/session'
import type { Db } from '@/lib/db/client'
import { inTransaction } from '@/lib/db/transaction'
import { createUser, setRole } from '@/lib/operations/setup/first-run'
import { someAddress } from './some-address'

export type Account = { email: string; password: string }

/** A signed-in person, with the cookies of their browser. */
export type SignedIn = Account & { userId: string; cookie: string }

/** Creates a member of a project, signed in without a browser. */
export async function makeMember(
  db: Db,
  baseUrl: string,
  { projectId, email, role }: { projectId: string; email: string; role: Role },
): Promise<SignedIn> {
  const password = `the password of ${email}`
  const person = { email, name: email.split('@')[0] ?? email, password, emailVerifiedAt: new Date() }
  const userId = await inTransaction({ db }, async (tx) => {
    const id = await createUser(tx, person)
    await setRole(tx, projectId, id, role)
    return id
  })
  return { email, password, userId, cookie: await signIn(baseUrl, { email, password }) }
}

/** Returns the cookies of a new session. @throws Error if the sign-in is refused */
export async function signIn(baseUrl: string, { email, password }: Account): Promise<string> {
  const headers = { origin: baseUrl, ...someAddress() }
  const first = await fetch(`${baseUrl}${SESSION_PATHS.csrf}`, { headers })
  const { csrfToken }: CsrfAnswer = await first.json()
  const answer = await fetch(`${baseUrl}${SESSION_PATHS.password}`, {
    method: 'POST',
    headers: { ...headers, cookie: cookiesOf(first) },
    body: new URLSearchParams({ email, password, csrfToken, callbackUrl: '/', json: 'true' }),
    redirect: 'manual',
  })
  const cookie = cookiesOf(answer)
  if (answer.status === 200 && cookie.includes('session-token')) return cookie
  throw new Error(`${email} was not signed in: ${answer.status} ${(await answer.text()).slice(0, 300)}`)
}

const cookiesOf = (response: Response) =>
  response.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
