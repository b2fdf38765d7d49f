import { useState } from 'react'

/** Whether the dialog of a mutation is open, and a function that changes it: closing forgets the answer and the error. */
export function useDialogOf(mutation: { reset: () => void }): [isOpen: boolean, setOpen: (isOpen: boolean) => void] {
  const [isOpen, setOpen] = useState(false)
  const change = (next: boolean) => {
    setOpen(next)
    if (!next) mutation.reset()
  }
  return [isOpen, change]
}
