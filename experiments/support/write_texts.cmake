# Writes OUTPUT, a source file with a constant for each text of TEXTS, a list of names and files: NAME FILE NAME FILE ...
set(constants "")
while(TEXTS)
  list(POP_FRONT TEXTS name file)
  file(READ ${SOURCE_DIR}/${file} text)
  string(APPEND constants "extern const char* const ${name};\nconst char* const ${name} = R\"TEXT(${text})TEXT\";\n")
endwhile()
file(WRITE ${OUTPUT} "namespace sapper::experiments {\n${constants}}  // namespace sapper::experiments\n")
