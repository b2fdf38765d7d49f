import type { Metadata } from 'next'
import { InvitationScreen } from '@/components/entry/invitation-screen'
import { sessionUser } from '@/lib/auth'
import { openLink } from '@/lib/operations/invitations/answer'

// Keeps the token out of referrers and search indexes.
export const metadata: Metadata = { title: 'Invitation', referrer: 'no-referrer', robots: 'noindex' }

export default async function InvitationPage({ params }: PageProps<'/invite/[token]'>) {
  const { token } = await params
  return <InvitationScreen token={token} opened={await openLink(token, await sessionUser())} />
}
