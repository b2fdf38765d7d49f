import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { EntryScreen } from '@/components/entry/entry-screen'
import { returnPath } from '@/components/entry/return-path'
import { ProviderButtons, SignInForm } from '@/components/entry/sign-in-form'
import { Notice } from '@/components/ui/notice'
import { sessionUser } from '@/lib/auth'
import { signInProviders } from '@/lib/auth/options'
import { hasNoUsers } from '@/lib/operations/setup/first-run'

export const metadata: Metadata = { title: 'Sign in' }

type SignInPageProps = { searchParams: Promise<{ from?: string | string[]; error?: string | string[] }> }

export default async function SignInPage({ searchParams }: SignInPageProps) {
  const { from, error } = await searchParams
  const target = returnPath(from)
  if (await sessionUser()) redirect(target)
  return (
    <EntryScreen title="Sign in" lead="The review desk for agent runs.">
      {(await hasNoUsers()) && (
        <Notice tone="accent" title="No accounts yet" className="mb-6">
          Open the set-up link printed in the desk’s terminal at startup.
        </Notice>
      )}
      <SignInForm from={target} error={error ? signInError(String(error)) : null} />
      <ProviderButtons providers={signInProviders()} from={target} />
    </EntryScreen>
  )
}

/** Only external sign-in redirects here with an error. */
function signInError(error: string): string {
  if (error === 'AccessDenied')
    return 'No account has that e-mail address, or the other service has not verified it. Ask an admin of your project to invite you.'
  if (error === 'Unproven')
    return 'There is an account with that e-mail address, but the address is not verified. If it is yours, sign in with its password and verify the address in your account. If not, ask an admin for an invitation.'
  return 'The other service did not sign you in. Try again, or use your password.'
}
