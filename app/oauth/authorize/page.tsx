import type { Metadata } from 'next'
import { cookies } from 'next/headers'
import { ConsentScreen } from '@/components/entry/consent-screen'
import { EntryScreen } from '@/components/entry/entry-screen'
import { buttonClass } from '@/components/ui/button-class'
import { Link } from '@/components/ui/link'
import { pageContext, sessionUser } from '@/lib/auth'
import { LAST_PROJECT_COOKIE } from '@/lib/auth/session-cookie'
import { slug } from '@/lib/contracts/projects'
import { type OpenedRequest, openRequest } from '@/lib/operations/connections/request'
import { listProjects } from '@/lib/operations/projects/list'

// Keeps the query string out of referrers.
export const metadata: Metadata = { title: 'Connect an app', referrer: 'no-referrer', robots: 'noindex' }

/** With no more projects than this, they are chosen from a list. */
const OFFERED = 20

type AuthorizePageProps = { searchParams: Promise<Record<string, string | string[] | undefined>> }

const reasons: Record<Extract<OpenedRequest, { kind: 'refused' }>['reason'], string> = {
  unknown_app:
    'This desk does not know the app, or removed it because it was never connected. Remove the desk from the app and add it again.',
  other_address: 'The app asked to return to an address it has not registered. Nothing was sent there.',
  not_offered: 'Apps can only connect to desks served over https. Use an API key instead.',
}

export default async function AuthorizePage({ searchParams }: AuthorizePageProps) {
  const ctx = await pageContext()
  const user = await sessionUser()
  const opened = await openRequest(ctx.db, await searchParams)
  if (opened.kind === 'faulty')
    return (
      <EntryScreen title="The app sent an invalid request" lead={`${opened.what}.`}>
        <a className={buttonClass({ size: 'lg' }, 'w-full')} href={opened.redirectTo}>
          Tell {opened.place}
        </a>
      </EntryScreen>
    )
  if (opened.kind === 'refused' || !user)
    return (
      <EntryScreen title="This app cannot be connected" lead={opened.kind === 'refused' ? reasons[opened.reason] : ''}>
        <Link className={buttonClass({ size: 'lg' }, 'w-full')} href="/">
          Go to the desk
        </Link>
      </EntryScreen>
    )
  const last = slug.safeParse((await cookies()).get(LAST_PROJECT_COOKIE)?.value).data
  const { projects, more } = await listProjects.run(ctx, { limit: OFFERED, ...(last && { include: [last] }) })
  const { kind: _, ...asked } = opened
  return (
    <ConsentScreen
      {...asked}
      userId={user.userId}
      email={user.email}
      projects={projects
        .map(({ slug, name, role }) => ({ slug, name, role }))
        .sort((a, b) => Number(b.slug === last) - Number(a.slug === last))}
      areMore={more}
    />
  )
}
