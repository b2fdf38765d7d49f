import { dehydrate, HydrationBoundary } from '@tanstack/react-query'
import { AccountSettings } from '@/components/settings/account-settings'
import { pageContext, sessionUser } from '@/lib/auth'
import { signInProviders } from '@/lib/auth/options'
import { getMailChoice } from '@/lib/operations/account/account'
import { mailServer } from '@/lib/operations/notifications/mail-server'
import { mailQueries } from '@/lib/queries/mail'
import { getQueryClient } from '@/lib/queries/query-client'

type AccountPageProps = { params: Promise<{ project: string }> }

export default async function AccountPage({ params }: AccountPageProps) {
  const ctx = await pageContext((await params).project)
  const user = await sessionUser()
  if (!user) return null
  const client = getQueryClient()
  await client.query({ ...mailQueries.choice(), queryFn: () => getMailChoice.run(ctx, {}) })
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <AccountSettings user={user} providers={signInProviders()} hasMail={mailServer() !== null} />
    </HydrationBoundary>
  )
}
