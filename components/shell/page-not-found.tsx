import type { ReactNode } from 'react'
import { Button } from '@/components/ui/button'
import { StateFrame } from '@/components/ui/state-frame'

type PageNotFoundProps = { /** The one way on. */ link: ReactNode }

/** An address with nothing behind it, or nothing this person may know of: which of the two is not said. */
export function PageNotFound({ link }: PageNotFoundProps) {
  return (
    <>
      <h1 className="sr-only">Not found</h1>
      <StateFrame state="empty" title="There is nothing here" action={<Button asChild>{link}</Button>}>
        The address may be wrong, or what it names may belong to a project you are not a member of.
      </StateFrame>
    </>
  )
}
