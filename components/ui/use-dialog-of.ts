import { useState } from 'react'

/**
 * Whether the dialog of a mutation is open, and a function that changes it: closing and opening forget the answer and the error, which are no
 * longer the question. What is being sent goes on.
 */
export function useDialogOf(mutation: {
  reset: () => void
  isPending: boolean
}): [isOpen: boolean, setOpen: (isOpen: boolean) => void] {
  const [isOpen, setOpen] = useState(false)
  const change = (next: boolean) => {
    setOpen(next)
    if (!mutation.isPending) mutation.reset()
  }
  return [isOpen, change]
}
