import type { Metadata } from 'next'
import { EntryScreen } from '@/components/entry/entry-screen'
import { ResetForm } from '@/components/entry/reset-forms'
import { buttonClass } from '@/components/ui/button-class'
import { Link } from '@/components/ui/link'
import { isResetOpen } from '@/lib/operations/password-reset/reset'

// Keeps the token out of referrers and search indexes.
export const metadata: Metadata = { title: 'New password', referrer: 'no-referrer', robots: 'noindex' }

export default async function ResetPage({ params }: PageProps<'/reset/[token]'>) {
  const { token } = await params
  if (await isResetOpen(token))
    return (
      <EntryScreen title="Choose a new password" lead="You will be signed out everywhere else.">
        <ResetForm token={token} />
      </EntryScreen>
    )
  return (
    <EntryScreen title="This link no longer works" lead="It was already used or has expired.">
      <Link className={buttonClass({ size: 'lg' }, 'w-full')} href="/forgot">
        Ask for a new one
      </Link>
    </EntryScreen>
  )
}
