import type { Metadata } from 'next'
import { Prefetch } from '@/app/prefetch'
import { AccountSettings } from '@/components/settings/account-settings'
import { pageContext, sessionUser } from '@/lib/auth'
import { signInProviders } from '@/lib/auth/options'
import { mailServer } from '@/lib/operations/notifications/mail-server'
import { pagesOf, queryOf } from '@/lib/queries/query-of'

export const metadata: Metadata = { title: 'Your account' }

export default async function AccountPage({ params }: PageProps<'/p/[project]/settings/account'>) {
  const { project } = await params
  await pageContext(project)
  const user = await sessionUser()
  if (!user) return null
  return (
    <Prefetch
      queries={[
        queryOf('GET /api/v1/account/mail', {}),
        queryOf('GET /api/v1/account/sessions', {}),
        pagesOf('GET /api/v1/connections', { mine: true }, { project }),
      ]}
    >
      <AccountSettings project={project} user={user} providers={signInProviders()} hasMail={mailServer() !== null} />
    </Prefetch>
  )
}
