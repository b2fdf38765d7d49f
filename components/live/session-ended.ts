import { toast } from '@/components/ui/toast'
import { isSignedIn } from '@/lib/queries/session'

/** Says so when the session is over, and leaves the page as it is: somebody may be in the middle of a sentence. */
export async function tellSessionEnded(): Promise<void> {
  if (await isSignedIn()) return
  const from = encodeURIComponent(window.location.pathname + window.location.search)
  toast.error('Your session has ended.', {
    id: 'session-ended',
    duration: Number.POSITIVE_INFINITY,
    description: 'What you see may be behind, and nothing can be saved until you sign in again.',
    action: { label: 'Sign in', onClick: () => window.location.assign(`/signin?from=${from}`) },
  })
}
