export { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } from '@/app/api/[...unknown]/route'
