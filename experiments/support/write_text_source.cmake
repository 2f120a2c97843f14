# Writes OUTPUT, a source file that holds the text of the file INPUT as the constant NAME.
file(READ ${INPUT} text)
file(WRITE ${OUTPUT} "namespace sapper::experiments {
extern const char* const ${NAME};
const char* const ${NAME} = R\"TEXT(${text})TEXT\";
}  // namespace sapper::experiments
")
