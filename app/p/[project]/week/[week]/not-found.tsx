import Link from 'next/link'
import { PageNotFound } from '@/components/shell/page-not-found'

export default function WeekNotFound() {
  return (
    <PageNotFound title="Week not found" link={<Link href="/">Back to the desk</Link>}>
      The week has not started, does not exist, or this revision was never created.
    </PageNotFound>
  )
}
