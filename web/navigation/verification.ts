/** The address of the part of the profile where one sets up how sign-in is verified. */
export const VERIFICATION_HREF = '/profile#verification'

/** Returns whether the present address is that of the verification of sign-in. */
export const isAtVerification = (): boolean => VERIFICATION_HREF.endsWith(location.hash) && location.hash !== ''
