import { notFound } from 'next/navigation'

export const metadata = { title: 'Not found' }

/** Every other address of a project. It is not found within the layout, so that the navigation stays. */
export default function UnknownPage(): never {
  notFound()
}
