'use client'

import { useFormStatus } from 'react-dom'
import { Button } from '@/components/ui/button'

/** The large button under a form of its own page; busy while the form's action runs. */
export function SubmitButton({ children }: { children: string }) {
  const { pending } = useFormStatus()
  return (
    <Button type="submit" variant="primary" size="lg" pending={pending} className="mt-2 w-full">
      {children}
    </Button>
  )
}
