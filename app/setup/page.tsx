import type { Metadata } from 'next'
import { EntryScreen } from '@/components/entry/entry-screen'
import { SetupForm } from '@/components/entry/setup-form'
import { buttonClass } from '@/components/ui/button-class'
import { Link } from '@/components/ui/link'
import { isSetupTokenOpen } from '@/lib/operations/setup/first-run'

// Keeps the token out of referrers and search indexes.
export const metadata: Metadata = { title: 'Set up', referrer: 'no-referrer', robots: 'noindex' }

type SetupPageProps = { searchParams: Promise<{ token?: string | string[] }> }

export default async function SetupPage({ searchParams }: SetupPageProps) {
  const token = String((await searchParams).token ?? '')
  if (await isSetupTokenOpen(token))
    return (
      <EntryScreen title="Set up the desk" lead="You become the admin of a first project.">
        <SetupForm token={token} />
      </EntryScreen>
    )
  return (
    <EntryScreen
      title="This link no longer works"
      lead="It was used, is older than a day, or was replaced. If no account exists yet, restart the desk to print a new one."
    >
      <Link className={buttonClass({ size: 'lg' }, 'w-full')} href="/signin">
        Go to sign-in
      </Link>
    </EntryScreen>
  )
}
