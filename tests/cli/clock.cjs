// Loaded before the program that a golden spawns: its clock stands where the test's server has put it.
const now = Number(process.env.TOCSIN_TEST_NOW)
Date.now = () => now
