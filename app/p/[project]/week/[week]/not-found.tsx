import Link from 'next/link'
import { PageNotFound } from '@/components/shell/page-not-found'

export default function WeekNotFound() {
  return (
    <PageNotFound title="No such week" link={<Link href="/">Back to the desk</Link>}>
      It has not begun, its year does not have it, or this revision was never made.
    </PageNotFound>
  )
}
