export { OwnPicture } from './avatars/own-picture.tsx'
