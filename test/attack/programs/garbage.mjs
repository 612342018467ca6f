// Prints what is no message among messages.
process.stdout.write('Listening ...\n{"half":\n\n{"ready":true}\n{"unfinished":');
