import { AccountSettings } from '@/components/settings/account-settings'
import { pageContext, sessionUser } from '@/lib/auth'

type AccountPageProps = { params: Promise<{ project: string }> }

export default async function AccountPage({ params }: AccountPageProps) {
  await pageContext((await params).project)
  const user = await sessionUser()
  return user && <AccountSettings user={user} />
}
