import Link from 'next/link'
import { Button } from '@/components/ui/button'
import { StatePanel } from '@/components/ui/state-panel'

export default function WeekNotFound() {
  return (
    <>
      <h1 className="sr-only">Not found</h1>
      <StatePanel
        state="empty"
        title="No such week"
        action={
          <Button asChild>
            <Link href="/">Back to the desk</Link>
          </Button>
        }
      >
        It has not begun, its year does not have it, or this revision was never made.
      </StatePanel>
    </>
  )
}
