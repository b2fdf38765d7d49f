import Link from 'next/link'
import { Button } from '@/components/ui/button'
import { StatePanel } from '@/components/ui/state-panel'

type PageNotFoundProps = { /** Where the one way on leads. */ href: string; label: string }

/** An address with nothing behind it, or nothing this person may know of: which of the two is not said. */
export function PageNotFound({ href, label }: PageNotFoundProps) {
  return (
    <>
      <h1 className="sr-only">Not found</h1>
      <StatePanel
        state="empty"
        title="There is nothing here"
        action={
          <Button asChild>
            <Link href={href}>{label}</Link>
          </Button>
        }
      >
        The address may be wrong, or what it names may belong to a project you are not a member of.
      </StatePanel>
    </>
  )
}
