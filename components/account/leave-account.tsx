'use client'

import { useMutation } from '@tanstack/react-query'
import { Button } from '@/components/ui/button'
import { signOut } from '@/lib/queries/session'

/** Signs out, and opens the same page again as nobody. */
export function LeaveAccount() {
  const leave = useMutation({ mutationFn: () => signOut(window.location.pathname) })
  return (
    <Button
      variant="primary"
      size="lg"
      className="w-full"
      pending={!leave.isIdle && !leave.isError}
      onClick={() => leave.mutate()}
    >
      Sign out, and open it again
    </Button>
  )
}
