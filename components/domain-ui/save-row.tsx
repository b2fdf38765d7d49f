import type { ReactElement, ReactNode } from 'react'
import { Button } from '@/components/ui/button'

type SaveRowProps = {
  /** What is saved, where a page has several forms. */
  what?: string
  isChanged: boolean
  isValid?: boolean
  isPending: boolean
  onDiscard: () => void
  /** The save button, where saving asks for more first. */
  save?: ReactElement
  /** What stands before the buttons and after them. */
  before?: ReactNode
  children?: ReactNode
}

/** The end of a form that is saved as a whole: Save, off until something is changed, and Discard from then on. */
export function SaveRow({
  what,
  isChanged,
  isValid = true,
  isPending,
  onDiscard,
  save,
  before,
  children,
}: SaveRowProps) {
  return (
    <div className="flex flex-wrap items-center gap-2">
      {before}
      {save ?? (
        <Button type="submit" variant="primary" pending={isPending} disabled={!isChanged || !isValid}>
          {what ? `Save ${what}` : 'Save'}
        </Button>
      )}
      {isChanged && (
        <Button disabled={isPending} onClick={onDiscard}>
          Discard
        </Button>
      )}
      {children}
    </div>
  )
}
