'use client'

import { useFormStatus } from 'react-dom'
import { Button } from '@/components/ui/button'

/** Large submit button; busy while the form action is pending. */
export function SubmitButton({ children }: { children: string }) {
  const { pending } = useFormStatus()
  return (
    <Button type="submit" variant="primary" size="lg" pending={pending} className="mt-2 w-full">
      {children}
    </Button>
  )
}
