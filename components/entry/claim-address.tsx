'use client'

import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import { JoinForm } from './join-form'

type ClaimAddressProps = { token: string; email: string }

/** Lets the owner of an address claim it if someone else created an account with it. */
export function ClaimAddress({ token, email }: ClaimAddressProps) {
  const [isOpen, setOpen] = useState(false)
  if (!isOpen)
    return (
      <Button size="lg" variant="ghost" className="mt-3 w-full" onClick={() => setOpen(true)}>
        That account is not mine
      </Button>
    )
  return (
    <section aria-label="A new account" className="mt-6 grid gap-4 border-t pt-6">
      <Notice tone="review" title="This closes the other account permanently">
        No one has verified {email} there, and this link proves that it is yours. You get a new, empty account.
      </Notice>
      <JoinForm token={token} email={email} takesAddress />
    </section>
  )
}
