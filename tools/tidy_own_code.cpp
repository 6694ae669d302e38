// Loaded before clang-tidy (tools/tidy.py). Version 19 matches every check against the system's
// headers too, five sixths of its time, only to keep those reports to itself; later versions look
// at the user's code alone, and so does this one then. The reports are the same.

#include <memory>
#include <vector>

#include <clang/AST/ASTConsumer.h>
#include <clang/AST/ASTContext.h>
#include <clang/ASTMatchers/ASTMatchFinder.h>
#include <clang/Basic/SourceManager.h>

namespace {

class OwnCode final : public clang::ASTConsumer {
 public:
  explicit OwnCode(clang::ast_matchers::MatchFinder& finder) : finder_(finder) {}

  void HandleTranslationUnit(clang::ASTContext& context) override {
    const clang::SourceManager& files = context.getSourceManager();
    std::vector<clang::Decl*> own;
    for (clang::Decl* declaration : context.getTranslationUnitDecl()->decls()) {
      const clang::SourceLocation where = declaration->getLocation();
      if (where.isValid() && !files.isInSystemHeader(where)) own.push_back(declaration);
    }
    context.setTraversalScope(own);
    finder_.matchAST(context);
  }

 private:
  clang::ast_matchers::MatchFinder& finder_;
};

}  // namespace

// In place of the library's own, which would hand over the whole translation unit.
std::unique_ptr<clang::ASTConsumer> clang::ast_matchers::MatchFinder::newASTConsumer() {
  return std::make_unique<OwnCode>(*this);
}
